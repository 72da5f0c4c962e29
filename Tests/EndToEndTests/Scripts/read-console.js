// Runs the script of the console against its listener without a browser, and prints the texts of the elements that it
// shows, as JSON.
//
// Usage: node read-console.js URL EXPRESSION SECONDS
//
// EXPRESSION is JavaScript with text(ID), the text of an element, which is empty while it is hidden. Prints the texts by
// identifier once it is true, or after SECONDS, and then exits with 1. Only what the script needs of a document is here.
'use strict';
const [url, expression, limit] = process.argv.slice(2);

class Element {
  constructor(attributes = {}) {
    Object.assign(this, {attributes, childNodes: [], hidden: 'hidden' in attributes, listeners: {}, clientWidth: 800, open: false, value: ''});
  }
  get children() { return this.childNodes.filter((node) => node instanceof Element); }
  get firstChild() { return this.childNodes[0] ?? null; }
  get options() { return this.children; }
  get textContent() { return this.childNodes.map((node) => node instanceof Element ? node.textContent : node).join(''); }
  set textContent(text) { this.childNodes = [String(text)]; }
  /** The text with spaces between the elements, without those that are hidden. */
  get shown() { return this.hidden ? '' : this.childNodes.map((node) => node instanceof Element ? node.shown : node).filter(Boolean).join(' '); }
  append(...nodes) { this.childNodes.push(...nodes.map((node) => node instanceof Element ? node : String(node))); }
  replaceChildren(...nodes) { this.childNodes = []; this.append(...nodes); }
  setAttribute(name, value) { this.attributes[name] = String(value); if (name === 'hidden') this.hidden = true; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  addEventListener(name, listener) { this.listeners[name] = listener; }
  querySelector() { return new Element(); }
  querySelectorAll() { return []; }
  close() {} showModal() {} focus() {}
}

async function main() {
  const page = await (await fetch(url)).text();
  const elements = new Map(), parents = new Map(), open = [];
  for (const [, isEnd, name, list] of page.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    if (isEnd) { open.pop(); continue; }
    const element = new Element(/ hidden\b/.test(list) ? {hidden: ''} : {}), id = list.match(/ id="([^"]*)"/)?.[1];
    if (id) { elements.set(id, element); parents.set(id, open.filter(Boolean)); }
    if (!/^(meta|link|br|img|input)$/.test(name) && !list.endsWith('/')) open.push(element);
  }
  const {pathname, hostname} = new URL(url), read = fetch;
  Object.assign(globalThis, {
    document: {
      title: '', hidden: false, body: new Element(), getElementById: (id) => elements.get(id), createElement: () => new Element(),
      createElementNS: () => new Element(), querySelectorAll: () => [], addEventListener() {},
    },
    sessionStorage: {getItem: () => null, setItem() {}}, location: {hash: '', pathname, hostname}, history: {replaceState() {}},
    ResizeObserver: class { observe() {} }, addEventListener() {}, fetch: (path, options) => read(new URL(path, url), options),
  });
  const text = (id) => [...parents.get(id), elements.get(id)].some((element) => element.hidden) ? '' : elements.get(id).shown;
  const isTrue = new Function('text', `return ${expression}`);
  new Function(await (await read(new URL('console.js', url))).text())();
  const end = Date.now() + limit * 1000;
  while (!isTrue(text) && Date.now() < end) await new Promise((done) => setTimeout(done, 100));
  console.log(JSON.stringify(Object.fromEntries([...elements.keys()].map((id) => [id, text(id)]))));
  process.exit(isTrue(text) ? 0 : 1);
}

main();
