extension ConsolePage {
    /// Elements, and figures as text with units.
    static let elementsScript = #"""
        const byId = (id) => document.getElementById(id);

        /** Creates an element. Text is always text: nothing from the pipeline is parsed as markup. */
        function create(name, attributes = {}, ...children) {
          const element = name.startsWith('svg:')
            ? document.createElementNS('http://www.w3.org/2000/svg', name.slice(4)) : document.createElement(name);
          for (const [key, value] of Object.entries(attributes)) if (value != null && value !== false) element.setAttribute(key, value);
          element.append(...children.flat().filter((child) => child != null && child !== false));
          return element;
        }

        /** Sets the text of an element, if it differs: assistive technology then announces changes only. */
        function setText(element, text) {
          if (element.textContent !== String(text)) element.textContent = text;
        }

        /** Sets a class list, if it differs. */
        function setClass(element, text) {
          if (element.getAttribute('class') !== text) element.setAttribute('class', text);
        }

        /** Keeps one child per item of a list, so that focus, scrolling and selections survive an update. */
        function reconcile(parent, items, key, make, update) {
          parent.kept ??= new Map();
          const seen = new Set(), wanted = [];
          for (const item of items) {
            const name = key(item);
            if (seen.has(name)) continue;
            seen.add(name);
            if (!parent.kept.has(name)) parent.kept.set(name, make(item));
            const child = parent.kept.get(name);
            update(child, item);
            wanted.push(child);
          }
          for (const name of parent.kept.keys()) if (!seen.has(name)) parent.kept.delete(name);
          if (wanted.length !== parent.childNodes.length || wanted.some((child, i) => parent.childNodes[i] !== child))
            parent.replaceChildren(...wanted);
        }

        const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
        const absent = '–';
        const scaled = (value, base, units) => {
          let i = 0;
          while (Math.abs(value) >= base && i < units.length - 1) { value /= base; i++; }
          return value.toFixed(i === 0 ? 0 : Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0) + ' ' + units[i];
        };
        const bits = (value) => isNumber(value) ? scaled(value, 1000, ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s']) : absent;
        const bytes = (value) => isNumber(value) ? scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']) : absent;
        const percent = (value) => isNumber(value) ? (value * 100).toFixed(value < 0.1 ? 1 : 0) + ' %' : absent;
        const perSecond = (value) => isNumber(value) ? value.toFixed(value < 10 ? 2 : 1) + ' /s' : absent;
        const count = (value, one, many = one + 's') => value.toLocaleString('en') + ' ' + (value === 1 ? one : many);
        function seconds(value) {
          if (!isNumber(value)) return absent;
          if (Math.abs(value) < 1) return Math.round(value * 1000) + ' ms';
          return value.toFixed(value < 10 ? 2 : 1) + ' s';
        }
        function span(value) {
          if (!isNumber(value)) return absent;
          if (value < 60) return Math.floor(value) + ' s';
          if (value < 3600) return Math.floor(value / 60) + ' min ' + Math.floor(value % 60) + ' s';
          if (value < 86400) return Math.floor(value / 3600) + ' h ' + Math.floor(value % 3600 / 60) + ' min';
          return Math.floor(value / 86400) + ' d ' + Math.floor(value % 86400 / 3600) + ' h';
        }
        const clock = (unix) => new Date(unix * 1000).toISOString().slice(11, 19);
        """#
}
