extension ConsolePage {
    /// The document. It contains no figures: the script reads them.
    static let markup = #"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>sluice</title>
        <link rel="icon" href="console.svg" type="image/svg+xml">
        <link rel="stylesheet" href="console.css">
        <script src="console.js" type="module"></script>
        </head>
        <body>
        <a class="skip" href="#main">Skip to the figures</a>
        <header>
          <div class="identity">
            <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M4 7h24M4 16h16M4 25h9"/><circle cx="25" cy="16" r="2.5"/></svg>
            <div><h1 id="pipeline">sluice</h1><p id="subtitle">Connecting…</p></div>
            <select id="select" aria-label="Pipeline" hidden></select>
            <span id="phase" class="pill" role="status">connecting</span>
          </div>
          <div class="actions" role="group" aria-label="Actions">
            <button id="do-keyframe" disabled>Keyframe…</button>
            <button id="do-validate" disabled>Validate now</button>
            <button id="do-reload" disabled>Reload…</button>
            <button id="do-start" class="primary" hidden>Start</button>
            <button id="do-stop" class="danger" disabled>Stop…</button>
          </div>
        </header>
        <main id="main" tabindex="-1">
          <p id="offline" class="alert bad" role="alert" hidden></p>
          <div id="alerts" aria-live="polite"></div>
          <section id="tiles" class="run" aria-label="Summary"></section>
          <section class="card run" aria-labelledby="graph-title">
            <div class="head"><h2 id="graph-title">Stages</h2>
              <p class="legend" aria-hidden="true"><span class="key source">source</span><span class="key transform">transform</span><span class="key processor">processor</span><span class="key sink">sink</span></p></div>
            <div id="graph"></div>
          </section>
          <section class="card run" aria-labelledby="renditions-title">
            <div class="head"><h2 id="renditions-title">Renditions</h2><p id="renditions-total"></p></div>
            <div id="renditions"></div>
          </section>
          <section class="card" id="preview-card" aria-labelledby="preview-title" hidden>
            <div class="head"><h2 id="preview-title">Preview</h2><div id="preview-links"></div></div>
            <div id="preview"></div>
          </section>
          <div class="columns run">
            <section class="card" aria-labelledby="sources-title"><div class="head"><h2 id="sources-title">Sources</h2></div><div id="sources"></div></section>
            <section class="card" id="viewers-card" aria-labelledby="viewers-title" hidden><div class="head"><h2 id="viewers-title">Viewers</h2></div><div id="viewers"></div></section>
            <section class="card" id="disk-card" aria-labelledby="disk-title" hidden><div class="head"><h2 id="disk-title">Disk</h2></div><div id="disk"></div></section>
            <section class="card" id="push-card" aria-labelledby="push-title" hidden><div class="head"><h2 id="push-title">Push</h2></div><div id="push"></div></section>
          </div>
          <section class="card" id="movies-card" aria-labelledby="movies-title" hidden>
            <div class="head"><h2 id="movies-title">Movies</h2><p id="movies-total"></p></div>
            <div id="movies"></div>
          </section>
          <section class="card" id="jobs-card" aria-labelledby="jobs-title" hidden>
            <div class="head"><h2 id="jobs-title">Jobs</h2><p id="jobs-total"></p></div>
            <div id="jobs"></div>
          </section>
          <section class="card run" aria-labelledby="log-title">
            <div class="head"><h2 id="log-title">Log</h2>
              <label class="filter">Show <select id="log-level"><option value="note">all events</option><option value="warning">warnings and errors</option><option value="error">errors</option></select></label></div>
            <div id="log" role="log" aria-label="Log" tabindex="0"></div>
          </section>
        </main>
        <footer><p id="footer"></p></footer>
        <dialog id="dialog" aria-labelledby="dialog-title">
          <form method="dialog" id="dialog-form">
            <h2 id="dialog-title"></h2>
            <div id="dialog-body"></div>
            <div class="buttons"><button type="button" id="dialog-cancel">Cancel</button><button id="dialog-confirm" class="primary"></button></div>
          </form>
        </dialog>
        <noscript><p class="alert bad">The console needs JavaScript. Without it: sluice status, or the route status of this listener.</p></noscript>
        </body>
        </html>
        """#
}
