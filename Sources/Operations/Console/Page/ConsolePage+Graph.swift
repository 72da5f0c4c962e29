extension ConsolePage {
    /// Layout and drawing of the stages.
    static let graphScript = #"""
        const nodeHeight = 68, laneGap = 22;

        /** Assigns each stage to a layer: sources first, other stages as late as their outputs permit. */
        function layers(graph) {
          const after = new Map(graph.stages.map((stage) => [stage.name, []])), before = new Map(graph.stages.map((stage) => [stage.name, []]));
          for (const link of graph.links) {
            if (!after.has(link.from) || !after.has(link.to) || link.from === link.to) continue;
            after.get(link.from).push(link.to);
            before.get(link.to).push(link.from);
          }
          const depth = new Map(graph.stages.map((stage) => [stage.name, 0]));
          // The stages are in the order of flow, so that one pass suffices.
          for (const stage of graph.stages) for (const next of after.get(stage.name)) depth.set(next, Math.max(depth.get(next), depth.get(stage.name) + 1));
          for (const stage of [...graph.stages].reverse()) {
            const nexts = after.get(stage.name);
            if (nexts.length && before.get(stage.name).length) depth.set(stage.name, Math.min(...nexts.map((next) => depth.get(next))) - 1);
          }
          return depth;
        }

        /** Places stages in layers, and links that pass a layer as empty lanes in it, with few crossings. */
        function place(graph) {
          const depth = layers(graph), rows = [], chains = [];
          const put = (layer, item) => { (rows[layer] ??= []).push(item); return item; };
          const nodes = new Map(graph.stages.map((stage) => [stage.name, put(depth.get(stage.name), {stage, near: []})]));
          for (const link of graph.links) {
            if (!nodes.has(link.from) || !nodes.has(link.to) || link.from === link.to) continue;
            const chain = [nodes.get(link.from)];
            for (let layer = depth.get(link.from) + 1; layer < depth.get(link.to); layer++) chain.push(put(layer, {near: []}));
            chain.push(nodes.get(link.to));
            for (let i = 1; i < chain.length; i++) { chain[i].near.push(chain[i - 1]); chain[i - 1].near.push(chain[i]); }
            chains.push({link, chain});
          }
          const used = rows.filter(Boolean);
          used.forEach((row) => row.forEach((item, i) => { item.lane = i - (row.length - 1) / 2; }));
          for (let pass = 0; pass < 12; pass++) for (const row of pass % 2 ? [...used].reverse() : used) settle(row);
          const lowest = Math.min(...used.flat().map((item) => item.lane));
          for (const item of used.flat()) item.lane -= lowest;
          return {rows: used, chains, nodes};
        }

        /** Moves the items of a row towards their neighbours, at least one lane apart. */
        function settle(row) {
          for (const item of row) item.wish = item.near.length ? item.near.reduce((sum, other) => sum + other.lane, 0) / item.near.length : item.lane;
          row.sort((a, b) => a.wish - b.wish);
          row.forEach((item, i) => { item.lane = i ? Math.max(item.wish, row[i - 1].lane + 1) : item.wish; });
          const shift = row.reduce((sum, item) => sum + item.wish - item.lane, 0) / row.length;
          for (const item of row) item.lane += shift;
        }

        /** Draws the stages once per plan and width; readings only change texts and classes. */
        function drawGraph() {
          const box = byId('graph'), width = Math.floor(box.clientWidth);
          if (!state.graph || !width) return;
          if (box.drawn !== state.graph || box.drawnWidth !== width) {
            box.drawn = state.graph;
            box.drawnWidth = width;
            // A pipeline whose file is invalid has no stages.
            box.plan = state.graph.stages.length ? layOut(place(state.graph), width) : null;
            box.replaceChildren(box.plan?.svg ?? create('p', {class: 'quiet'}, 'The pipeline has no stages.'));
          }
          if (!box.plan) return;
          for (const stage of state.status.stages) showStage(box.plan.nodes.get(stage.name), stage);
          for (const edge of box.plan.edges) showLink(edge);
        }

        function layOut(plan, width) {
          const depth = plan.rows.length, lanes = Math.max(...plan.rows.flat().map((item) => item.lane)) + 1;
          const isAcross = depth * 128 + (depth - 1) * 66 <= width;
          const size = isAcross ? Math.min(176, (width - (depth - 1) * 66) / depth) : Math.min(190, Math.max(84, (width - 2 - (lanes - 1) * 12) / lanes));
          const gap = isAcross ? Math.min(120, depth > 1 ? (width - depth * size - 2) / (depth - 1) : 0) : 64;
          plan.rows.forEach((row, layer) => row.forEach((item) => {
            item.x = (isAcross ? layer * (size + gap) : item.lane * (size + 12)) + 1;
            item.y = (isAcross ? item.lane * (nodeHeight + laneGap) : layer * (nodeHeight + gap)) + 1;
          }));
          const w = isAcross ? depth * size + (depth - 1) * gap + 2 : lanes * (size + 12) - 10;
          const h = isAcross ? lanes * (nodeHeight + laneGap) - laneGap + 2 : depth * (nodeHeight + gap) - gap + 2;
          const svg = create('svg:svg', {viewBox: `0 0 ${w} ${h}`, width: w, height: h, role: 'group', 'aria-label': 'Stages and links'});
          const edges = plan.chains.map(({link, chain}) => makeEdge(link, chain, size, isAcross));
          svg.append(...edges.map((edge) => edge.path));
          const nodes = new Map([...plan.nodes].map(([name, item]) => [name, makeNode(item, size)]));
          svg.append(...[...nodes.values()].map((node) => node.group), ...edges.map((edge) => edge.note));
          return {svg, nodes, edges};
        }

        function makeEdge(link, chain, size, isAcross) {
          const layerBelow = chain.at(-1).near.filter((other) => isAcross ? other.x < chain.at(-1).x : other.y < chain.at(-1).y);
          const isMerging = layerBelow.length > 1;
          const points = [];
          chain.forEach((item, i) => {
            const [cx, cy] = [item.x + size / 2, item.y + nodeHeight / 2];
            const isLane = !item.stage;
            if (i > 0) points.push(isAcross ? [item.x, cy] : [cx, item.y]);
            if (i < chain.length - 1 && (i === 0 || isLane)) points.push(isAcross ? [item.x + size, cy] : [cx, item.y + nodeHeight]);
          });
          let d = `M${points[0]}`;
          for (let i = 1; i < points.length; i++) {
            const [[x1, y1], [x2, y2]] = [points[i - 1], points[i]];
            d += isAcross ? `C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}` : `C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`;
          }
          // The label is at the end of the link that has fewer links, so that labels do not overlap.
          const [[x1, y1], [x2, y2]] = isMerging ? points.slice(0, 2) : points.slice(-2);
          const [x, y] = isAcross ? [(x1 + x2) / 2, isMerging ? y1 + (y2 - y1) * 0.2 : y1 + (y2 - y1) * 0.8]
            : isMerging ? [x1, y1 + 24] : [x2, y2 - 22];
          const title = create('svg:title');
          const label = create('svg:text', {class: 'label', x, y: y - 6, 'text-anchor': 'middle'});
          const drops = create('svg:text', {class: 'label drop', x, y: y + 26, 'text-anchor': 'middle'});
          const track = create('svg:rect', {class: 'fill-track', x: x - 18, y: y + 6, width: 36, height: 5, rx: 2.5});
          const fill = create('svg:rect', {class: 'fill', x: x - 18, y: y + 6, width: 0, height: 5, rx: 2.5});
          const path = create('svg:path', {class: 'edge', d});
          const note = create('svg:g', {}, title, label, ...(link.isQueue ? [track, fill] : []), drops);
          return {link, path, note, title, label, fill, drops};
        }

        function makeNode(item, size) {
          const {stage, x, y} = item, id = 'clip-' + Math.random().toString(36).slice(2);
          const line = (name, dy) => create('svg:text', {class: name, x: x + 14, y: y + dy, 'clip-path': `url(#${id})`});
          const [title, kind, figures] = [line('title', 21), line('kind', 38), line('figures', 56)];
          const help = create('svg:title');
          title.textContent = stage.name;
          kind.textContent = stage.kind;
          const group = create('svg:g', {class: 'node'}, help,
            create('svg:clipPath', {id}, create('svg:rect', {x, y, width: size - 6, height: nodeHeight})),
            create('svg:rect', {class: 'box', x, y, width: size, height: nodeHeight, rx: 9}),
            create('svg:rect', {class: 'stripe ' + stage.role, x: x + 1, y: y + 12, width: 4, height: nodeHeight - 24, rx: 2}), title, kind, figures);
          return {group, figures, help, role: stage.role};
        }

        function showStage(node, stage) {
          if (!node) return;
          const source = state.status.sources.find((other) => other.stage === stage.name);
          const isLost = source?.isLost === true, sent = rate(stage, 'sent'), busy = rate(stage, 'busySeconds');
          const dropped = rate(stage, 'dropped');
          const parts = node.role === 'source' ? [isLost ? 'lost' : perSecond(sent)]
            : node.role === 'sink' ? [bits(outputRate(stage))] : [isNumber(busy) ? 'busy ' + percent(busy) : perSecond(sent)];
          setText(node.figures, parts.join(' · '));
          setClass(node.group, 'node' + (isLost ? ' lost' : '') + (dropped > 0 ? ' behind' : ''));
          setText(node.help, `${stage.name} (${stage.kind}): ${isLost ? 'lost, ' : ''}${count(stage.received, 'payload')} received, `
            + `${stage.sent.toLocaleString('en')} sent, ${stage.dropped.toLocaleString('en')} dropped, ${stage.queued} queued`
            + (isNumber(busy) ? `, busy ${percent(busy)} of a core` : ''));
        }

        function showLink({link, path, note, title, label, fill, drops}) {
          const from = state.status.stages.find((stage) => stage.name === link.from);
          const queue = state.status.links.find((other) => other.from === link.from && other.to === link.to);
          const own = state.status.links.find((other) => other.from === link.from && other.to === link.from);
          if (!from) return;
          const flow = rate(from, 'bytes') * 8, payloads = rate(from, 'sent');
          const level = queue ? fullness(queue, queue.current) : 0;
          const loss = rate(from, 'dropped');
          const isFrames = /frame/i.test(link.payload);
          setText(label, isFrames ? (isNumber(payloads) ? payloads.toFixed(1) + ' /s' : '') : isNumber(flow) ? bits(flow) : '');
          fill.setAttribute('width', Math.max(level > 0 ? 1.5 : 0, 36 * Math.min(1, level)).toFixed(1));
          const isDropping = loss > 0 && (link.whenFull ?? own?.whenFull) !== 'wait';
          setText(drops, from.dropped > 0 && link.isQueue ? from.dropped.toLocaleString('en') + ' dropped' : '');
          setClass(path, 'edge' + (link.isQueue ? '' : ' fused') + (isDropping ? ' dropping' : level >= 0.8 ? ' full' : payloads > 0 ? ' moving' : ''));
          setClass(note, level >= 0.8 ? 'full' : '');
          setText(title, `${link.from} to ${link.to}: ${link.payload}` + (queue ? ', queue ' + describeQueue(queue) : ', no queue'));
        }

        const fullness = (queue, fill) => Math.max(fill.messages / queue.limits.messages, fill.bytes / queue.limits.bytes, fill.seconds / queue.limits.seconds) || 0;
        function describeQueue(queue) {
          const text = (fill) => `${fill.messages} of ${queue.limits.messages} messages, ${bytes(fill.bytes)} of ${bytes(queue.limits.bytes)}, ${seconds(fill.seconds)} of ${seconds(queue.limits.seconds)}`;
          return `${text(queue.current)}; highest since the start ${text(queue.highWater)}; when full: ${queue.whenFull}`;
        }
        """#
}
