extension ConsolePage {
    /// The style sheet, with light and dark colours.
    static let style = #"""
        :root{
          color-scheme:light dark;
          --paper:#f4f6f8;--card:#fff;--line:#dfe4ea;--ink:#14181d;--soft:#5a6572;--faint:#eef1f4;
          --accent:#0b63c4;--accent-ink:#fff;--good:#157a3a;--warn:#955800;--bad:#c02626;
          --good-paper:#e5f4ea;--warn-paper:#fdf1dc;--bad-paper:#fdeaea;--note-paper:#e8f0fb;
          --source:#157a3a;--transform:#0b63c4;--processor:#955800;--sink:#7b3fa0;
          --shadow:0 1px 2px #14181d0f;
        }
        @media(prefers-color-scheme:dark){:root{
          --paper:#0d1117;--card:#151b23;--line:#2b333d;--ink:#e7ebf0;--soft:#9aa5b1;--faint:#1c232c;
          --accent:#5ea8f7;--accent-ink:#06121f;--good:#4bc46d;--warn:#e2a93a;--bad:#ff7f77;
          --good-paper:#12281a;--warn-paper:#2d230e;--bad-paper:#331718;--note-paper:#12243a;
          --source:#4bc46d;--transform:#5ea8f7;--processor:#e2a93a;--sink:#c38ee6;
          --shadow:none;
        }}
        *{box-sizing:border-box}
        [hidden]{display:none!important}
        html{-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
        h1,h2,p{margin:0}
        h1{font-size:1.1rem;line-height:1.25;font-weight:650;overflow-wrap:anywhere}
        h2{font-size:.95rem;font-weight:650}
        a{color:var(--accent)}
        .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;z-index:9;background:var(--card);padding:.4rem .8rem}
        :focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
        main:focus{outline:none}
        header{position:sticky;top:0;z-index:5;display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center;justify-content:space-between;padding:.65rem max(1rem,calc((100% - 80rem)/2));background:var(--card);border-bottom:1px solid var(--line)}
        .identity{display:flex;align-items:center;gap:.7rem;min-width:0}
        .identity>div{min-width:0}
        #subtitle{color:var(--soft);font-size:.82rem}
        .mark{width:2rem;height:2rem;flex:none;fill:none;stroke:var(--accent);stroke-width:3;stroke-linecap:round}
        .mark circle{fill:var(--accent);stroke:none}
        .pill{display:inline-flex;align-items:center;gap:.4rem;padding:.12rem .6rem;border-radius:99px;font-size:.8rem;font-weight:600;background:var(--faint);color:var(--soft);white-space:nowrap}
        .pill::before{content:"";width:.5rem;height:.5rem;border-radius:50%;background:currentColor}
        .pill.good{background:var(--good-paper);color:var(--good)}.pill.warn{background:var(--warn-paper);color:var(--warn)}.pill.bad{background:var(--bad-paper);color:var(--bad)}
        .actions{display:flex;flex-wrap:wrap;gap:.5rem}
        button,select{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:7px;padding:.34rem .8rem;min-height:2.25rem}
        button{font-size:.88rem;font-weight:550;cursor:pointer}
        button:hover:not(:disabled){border-color:var(--soft)}
        button:disabled{opacity:.5;cursor:default}
        button.danger{color:var(--bad)}
        button.primary{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}
        button.primary.danger{background:var(--bad);border-color:var(--bad);color:var(--card)}
        main{max-width:82rem;margin:0 auto;padding:1rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
        .alert{display:flex;gap:.7rem;align-items:baseline;padding:.6rem .9rem;border-radius:9px;border-left:4px solid;margin:0 0 .5rem;overflow-wrap:anywhere}
        .alert b{font-weight:650;flex:none}.alert span{min-width:0}.alert span{color:var(--ink)}
        .alert.bad{background:var(--bad-paper);color:var(--bad)}.alert.warn{background:var(--warn-paper);color:var(--warn)}
        #alerts:empty{display:none}#alerts .alert:last-child{margin:0}#offline{margin:0}
        #tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.9rem,1fr));gap:.75rem}
        .tile,.card{background:var(--card);border:1px solid var(--line);border-radius:11px;box-shadow:var(--shadow)}
        .tile{padding:.7rem .8rem .5rem;display:flex;flex-direction:column;min-width:0}
        .tile .name{font-size:.8rem;color:var(--soft)}
        .tile .value{font-size:1.25rem;font-weight:650;line-height:1.3;letter-spacing:-.01em;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
        .tile .detail{font-size:.8rem;color:var(--soft);min-height:1.2em;overflow-wrap:anywhere}
        .tile .spark{height:1.9rem;margin-top:auto}
        .tile .value small{font-size:.72em;font-weight:550}
        .tile.good .value{color:var(--good)}.tile.warn .value{color:var(--warn)}.tile.bad .value{color:var(--bad)}
        .card{padding:.9rem 1rem 1rem;min-width:0}
        .head{display:flex;flex-wrap:wrap;gap:.3rem 1rem;justify-content:space-between;align-items:center;margin-bottom:.7rem}
        .head p{color:var(--soft);font-size:.85rem}
        .columns{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))}
        .legend{display:flex;flex-wrap:wrap;gap:.2rem .9rem}
        .key::before{content:"";display:inline-block;width:.6rem;height:.6rem;border-radius:3px;margin-right:.35rem;background:currentColor}
        .key.source::before{background:var(--source)}.key.transform::before{background:var(--transform)}.key.processor::before{background:var(--processor)}.key.sink::before{background:var(--sink)}
        .spark{display:block;width:100%;height:2.2rem;overflow:visible}
        .spark path{vector-effect:non-scaling-stroke}
        .spark .line{fill:none;stroke:var(--accent);stroke-width:1.5;stroke-linejoin:round}
        .spark .area{fill:var(--accent);opacity:.12}
        .spark .bar{fill:var(--accent);opacity:.8}
        .spark.bad .line{stroke:var(--bad)}.spark.bad .area,.spark.bad .bar{fill:var(--bad)}
        .spark .base{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
        #graph{overflow-x:auto}
        #graph svg{display:block;margin:0 auto;max-width:none}
        #graph text{font-size:12px;fill:var(--ink)}
        #graph .box{fill:var(--faint);stroke:var(--line)}
        #graph .stripe.source{fill:var(--source)}#graph .stripe.transform{fill:var(--transform)}#graph .stripe.processor{fill:var(--processor)}#graph .stripe.sink{fill:var(--sink)}
        #graph .title{font-size:13px;font-weight:650}
        #graph .kind{font-size:11px;fill:var(--soft)}
        #graph .figures{font-size:11.5px;fill:var(--ink)}
        #graph .node.lost .box{fill:var(--bad-paper);stroke:var(--bad);stroke-width:1.5}#graph .node.lost .figures{fill:var(--bad);font-weight:650}
        #graph .node.behind .box{stroke:var(--warn);stroke-width:1.5}
        #graph .edge{fill:none;stroke:var(--soft);stroke-width:1.5;opacity:.75}
        #graph .edge.fused{stroke-dasharray:2 4}
        #graph .edge.moving{stroke:var(--accent);opacity:1}
        #graph .edge.full{stroke:var(--warn);stroke-width:2.5;opacity:1}
        #graph .edge.dropping{stroke:var(--bad);stroke-width:2.5;opacity:1}
        #graph .label{font-size:10px;fill:var(--soft);paint-order:stroke;stroke:var(--card);stroke-width:6px;stroke-linejoin:round}
        #graph .label.drop{fill:var(--bad);font-weight:650}
        #graph .fill-track{fill:var(--line)}#graph .fill{fill:var(--accent)}#graph .full .fill{fill:var(--warn)}
        table{border-collapse:collapse;width:100%;font-size:.9rem}
        th{font-size:.78rem;font-weight:550;color:var(--soft);text-align:left;padding:.25rem .75rem .35rem 0;border-bottom:1px solid var(--line);white-space:nowrap}
        td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:middle}
        tr:last-child td{border-bottom:0}
        td.number{white-space:nowrap}td small,li small,.row small{color:var(--soft);font-size:.8rem;overflow-wrap:anywhere}
        td .spark{height:1.7rem;min-width:6rem}
        td b{font-weight:650;overflow-wrap:anywhere}
        .row{padding:.55rem 0;border-bottom:1px solid var(--line);display:grid;gap:.25rem}
        .row:last-child{border-bottom:0;padding-bottom:0}.row:first-child{padding-top:0}
        .row .top{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem .8rem;align-items:baseline}
        .row .top b{font-weight:650;overflow-wrap:anywhere;min-width:0}
        meter,.meter{width:100%;height:.45rem;border-radius:9px;background:var(--faint);overflow:hidden;display:block}
        .meter svg{display:block;width:100%;height:100%}.meter rect{fill:var(--accent)}.meter.warn rect{fill:var(--warn)}.meter.bad rect{fill:var(--bad)}
        .big{font-size:1.6rem;font-weight:650;line-height:1.2}
        .quiet{color:var(--soft);font-size:.85rem}
        .counts{list-style:none;margin:.4rem 0;padding:0;display:grid;gap:.1rem;font-size:.85rem}
        .counts li{display:flex;justify-content:space-between;gap:1rem}.counts span{overflow-wrap:anywhere}
        .axis{display:flex;justify-content:space-between;color:var(--soft);font-size:.75rem}
        #preview:empty{display:none}#preview-card:has(#preview:empty) .head{margin:0}
        #preview iframe{display:block;width:100%;height:34rem;border:1px solid var(--line);border-radius:9px;background:var(--paper)}
        #preview-links{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;font-size:.88rem}
        #log{max-height:22rem;overflow:auto;font-size:.86rem;overscroll-behavior:contain}
        .entry{display:grid;grid-template-columns:auto 4.4rem minmax(0,9rem) minmax(0,1fr);gap:0 .8rem;padding:.28rem .5rem;border-radius:6px;align-items:baseline}
        .entry:nth-child(odd){background:var(--faint)}
        .entry time{color:var(--soft);font-variant-numeric:tabular-nums;white-space:nowrap}
        .entry .severity{font-weight:650;color:var(--soft)}
        .entry.warning .severity{color:var(--warn)}.entry.error .severity{color:var(--bad)}
        .entry .stage{font-weight:600;overflow-wrap:anywhere}.entry .message{overflow-wrap:anywhere}
        .filter{color:var(--soft);font-size:.85rem;display:flex;gap:.4rem;align-items:center}
        footer{max-width:82rem;margin:0 auto;padding:0 1rem 1.5rem;color:var(--soft);font-size:.8rem}
        dialog{width:min(40rem,calc(100vw - 2rem));max-height:calc(100vh - 2rem);border:1px solid var(--line);border-radius:13px;padding:1.1rem 1.2rem;background:var(--card);color:var(--ink);box-shadow:0 12px 48px #0005}
        dialog::backdrop{background:#0008}
        dialog h2{font-size:1.05rem;margin-bottom:.6rem}
        dialog p{margin:.4rem 0;overflow-wrap:anywhere}
        dialog ul{list-style:none;padding:0;margin:.6rem 0;display:grid;gap:.15rem;max-height:50vh;overflow:auto}
        dialog li{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:baseline;padding:.3rem .1rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
        dialog li:last-child{border-bottom:0}
        dialog .mark-text{flex:none;min-width:5.5rem;font-weight:650;font-size:.85rem}
        .failures:empty{display:none}.failures p{margin:.3rem 0;font-size:.85rem}.failures code{font-size:.8rem;overflow-wrap:anywhere}
        .failures pre,dialog pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.82rem;background:var(--faint);padding:.6rem;border-radius:8px;max-height:40vh;overflow:auto}
        .mark-text.added{color:var(--good)}.mark-text.replaced,.mark-text.restarted,.mark-text.should{color:var(--warn)}.mark-text.removed,.mark-text.must,.mark-text.error{color:var(--bad)}
        .buttons{display:flex;gap:.6rem;justify-content:flex-end;margin-top:1rem}
        @media(max-width:46rem){
          main{padding:.75rem;gap:.75rem}
          header{padding:.55rem .75rem;position:static}
          .identity{width:100%}.identity>div{flex:1}
          .actions{width:100%;display:grid;grid-template-columns:repeat(2,1fr)}
          #tiles{grid-template-columns:repeat(2,minmax(0,1fr));gap:.6rem}
          .tile{padding:.6rem .7rem .4rem}.tile .value{font-size:1.15rem}
          .card{padding:.75rem}
          #renditions thead{position:absolute;left:-99rem}
          #renditions tr{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.3rem .8rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
          #renditions tr:last-child{border-bottom:0}
          #renditions td{padding:0;border:0;display:block}
          #renditions td.name,#renditions td:last-child{grid-column:1/-1}
          #renditions td[data-name]::before{content:attr(data-name);display:block;color:var(--soft);font-size:.76rem}
          #preview iframe{height:26rem}
          .alert{display:block}.alert b{display:block}
          .entry{grid-template-columns:auto auto minmax(0,1fr)}.entry .message{grid-column:1/-1}
        }
        @media(prefers-reduced-motion:no-preference){
          #graph .edge.moving{stroke-dasharray:6 5;animation:flow 1s linear infinite}
          @keyframes flow{to{stroke-dashoffset:-11}}
        }
        """#
}
