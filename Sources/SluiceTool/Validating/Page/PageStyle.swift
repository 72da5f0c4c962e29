/// The style sheet of the report page, with light and dark colours.
enum PageStyle {
    static let text = """
        :root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d1d9e0;--paper:#fff;--bar:#4f7cac;--bad:#c62828;\
        --warn:#9a6700;--good:#1a7f37;--gap:#b8c0c8}
        @media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;--paper:#0d1117;--bar:#6ea8dc;\
        --bad:#ff7b72;--warn:#d29922;--good:#3fb950;--gap:#59636e}}
        body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
        main{max-width:66rem;margin:0 auto;padding:1.5rem}
        h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem;margin:0}
        .verdict{border-left:.3rem solid;padding:.4rem .8rem}.verdict.must{border-color:var(--bad)}
        .verdict.should{border-color:var(--warn)}.verdict.clean{border-color:var(--good)}
        table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;padding:.3rem .6rem;\
        border-bottom:1px solid var(--line);overflow-wrap:anywhere}
        figure{margin:1rem 0}figcaption{color:var(--soft);overflow-wrap:anywhere}svg{width:100%;height:auto}
        svg text{font:11px system-ui,sans-serif;fill:var(--soft)}
        .bar{fill:var(--bar)}.bad{fill:var(--bad)}.gap{fill:var(--gap)}.grid{stroke:var(--line)}
        .target,.average{stroke:var(--soft);stroke-dasharray:4 3}.peak{stroke:var(--ink);stroke-dasharray:8 3}
        .cut{stroke:var(--warn);stroke-width:1.5}
        article{border-left:.2rem solid var(--warn);padding:.2rem .8rem;margin:.8rem 0}
        article.must{border-color:var(--bad)}article p{margin:.15rem 0;overflow-wrap:anywhere}
        .rule{font-family:ui-monospace,monospace}.place{font-family:ui-monospace,monospace;font-size:.85rem}
        .clause{color:var(--soft);font-size:.85rem}b{font-weight:600;color:var(--soft)}
        """
}
