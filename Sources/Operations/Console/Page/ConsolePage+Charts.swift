extension ConsolePage {
    /// Lines, bars and levels.
    static let chartsScript = #"""
        const chartWidth = 120, chartHeight = 28;

        /** Draws samples as a line; missing samples interrupt it. The scale begins at 0. */
        function drawLine(svg, values, text, unit = (value) => value) {
          const known = values.filter(isNumber), highest = Math.max(...known, 1e-9);
          const x = (i) => (values.length < 2 ? chartWidth : i * chartWidth / (values.length - 1)).toFixed(1);
          const y = (value) => (chartHeight - 1 - value / highest * (chartHeight - 3)).toFixed(1);
          let line = '', area = '', start = null;
          const close = (i) => { if (start != null) area += `L${x(i)} ${chartHeight}L${x(start)} ${chartHeight}Z`; start = null; };
          values.forEach((value, i) => {
            if (!isNumber(value)) return close(i - 1);
            line += (start == null ? 'M' : 'L') + x(i) + ' ' + y(value);
            area += (start == null ? 'M' : 'L') + x(i) + ' ' + y(value);
            start ??= i;
          });
          close(values.length - 1);
          frame(svg, known.length ? `${text}: now ${unit(known.at(-1))}, at most ${unit(highest)}` : `${text}: no samples yet`,
            create('svg:path', {class: 'area', d: area}), create('svg:path', {class: 'line', d: line}));
        }

        /** Draws one bar per value, the newest on the right; short runs do not fill the width. */
        function drawBars(svg, values, text, unit, slots = 30) {
          const shown = values.slice(-slots), highest = Math.max(...shown, 1e-9), width = chartWidth / slots;
          frame(svg, shown.length ? `${text}: last ${unit(shown.at(-1))}, longest ${unit(highest)}` : `${text}: none yet`,
            ...shown.map((value, i) => {
              const height = Math.max(1, value / highest * (chartHeight - 2));
              const left = (slots - shown.length + i) * width;
              return create('svg:rect', {class: 'bar', x: left.toFixed(2), y: (chartHeight - height).toFixed(2),
                width: (width * 0.72).toFixed(2), height: height.toFixed(2)}, create('svg:title', {}, unit(value)));
            }));
        }

        function frame(svg, text, ...content) {
          svg.setAttribute('aria-label', text);
          svg.replaceChildren(create('svg:title', {}, text),
            create('svg:path', {class: 'base', d: `M0 ${chartHeight}H${chartWidth}`}), ...content);
        }

        const makeChart = () => create('svg:svg',
          {class: 'spark', role: 'img', viewBox: `0 0 ${chartWidth} ${chartHeight}`, preserveAspectRatio: 'none'});

        /** A level between 0 and 1. */
        function makeMeter() {
          return create('div', {class: 'meter', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100},
            create('svg:svg', {viewBox: '0 0 100 1', preserveAspectRatio: 'none'}, create('svg:rect', {height: 1, width: 0})));
        }
        function setMeter(meter, share, text, state = '') {
          const level = Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10;
          setClass(meter, 'meter ' + state);
          for (const [key, value] of [['aria-valuenow', level], ['aria-valuetext', text], ['aria-label', text]]) meter.setAttribute(key, value);
          meter.querySelector('rect').setAttribute('width', level);
        }
        """#
}
