// The search of every page, and the bar above docc's pages. The index is a script of its own, because a browser loads no JSON from a
// folder. It is loaded at the first key stroke.
(function () {
  "use strict";
  const root = new URL(".", document.currentScript.src).href;
  const MOST = 30;
  const PER_PAGE = 3; // records of one page with text

  // Words of other libraries, and words that the pages do not use. A name after `~` is only related, so it ranks lower.
  const SYNONYMS = {
    jsondecoder: ["JSONFormat"],
    jsonencoder: ["JSONFormat"],
    jsonserialization: ["JSON"],
    propertylistdecoder: ["PropertyListFormat"],
    plist: ["PropertyListFormat"],
    urlsession: ["HTTPSessionManager"],
    urlrequest: ["RequestMessage"],
    httpurlresponse: ["ResponseHead"],
    afhttpsessionmanager: ["HTTPSessionManager"],
    dataresponse: ["ValueResponse"],
    xmlparser: ["XMLParserResponseSerializer"],
    alamofire: ["From Alamofire"],
    afnetworking: ["From AFNetworking"],
    multipart: ["MultipartFormData"],
    iso8601: ["~DateStrategy", "~date strategy"],
    snakecase: ["~KeyStrategy", "~key strategy"],
    selfsigned: ["SecurityPolicy", "~certificate authorit", "~authorities of", "~trust"],
    ssl: ["SecurityPolicy", "~TLS"],
    ctrlc: ["~interrupt"],
    sse: ["EventStream"],
    oauth: ["AuthenticationInterceptor"],
    gzip: ["CompressionPlugin"],
    brotli: ["BrotliPlugin"],
    upload: ["~MultipartFormData"],
    mock: ["ScriptedTransport"],
    timeout: ["~TransportOptions"],
  };

  // How much a reader wants each kind of page.
  const KINDS = {
    "Guide": 18, "Guide section": 14, "Article": 12, "Article section": 9, "Module": 16, "Module section": 8,
    "Struct": 16, "Enum": 15, "Protocol": 15, "Class": 16, "Type Alias": 12, "Page": 6, "Page section": 3,
    "Method": 0, "Static method": 1, "Static property": 2, "Property": -2, "Case": -1, "Initializer": -8, "Decision": -8, "Decision section": -14,
  };

  const squeezed = (text) => text.toLowerCase().replace(/[-_\s]/g, "");

  // MARK: The index

  let records = null;
  let loading = false;

  function load() {
    if (records || loading) return;
    loading = true;
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = () => { records = prepared(window.mimeographIndex); show(); };
    script.onerror = () => { loading = false; say("The index of the search could not be loaded."); };
    document.head.append(script);
  }

  function prepared({ kinds, modules, pages }) {
    return pages.map(([title, kindIndex, moduleIndex, text, path]) => {
      const kind = kinds[kindIndex], module = modules[moduleIndex];
      const isSection = kind.endsWith(" section");
      const heading = isSection ? title.slice(title.indexOf(": ") + 2) : "";
      const isProse = isSection || /^(Guide|Article|Page|Decision|Module)$/.test(kind);
      const owners = isProse ? [] : title.replace(/\(.*/, "").split(".");
      return {
        title, kind, module, text, heading, isSection, isProse,
        path: path || `documentation/${module}/${title.replaceAll(".", "/")}/`.toLowerCase(),
        name: isSection ? heading : isProse ? title : title.replace(/\(.*/, "").split(".").pop(),
        depth: isProse ? 0 : owners.length - 1,
        lowerTitle: title.toLowerCase(), lowerText: text.toLowerCase(),
        squeezedTitle: squeezed(title), squeezedText: squeezed(text),
      };
    });
  }

  // MARK: Ranking

  // How well a word matches a record: 0 if it does not.
  function match(record, word) {
    const lower = word.toLowerCase(), tight = squeezed(word);
    if (!tight) return 1;
    const name = squeezed(record.name);
    let best = 0;
    const isAside = /^(Page|Decision)/.test(record.kind);
    if (name === tight) best = isAside ? 60 : record.isProse ? 110 : record.depth ? 64 : 100;
    else if (name.startsWith(tight)) best = isAside ? 45 : record.isProse ? 70 : 58;
    else if (name.includes(tight)) best = beginsWord(record.name, lower) ? 50 : 24;
    else if (record.squeezedTitle.includes(tight)) best = 16;
    const at = record.lowerText.indexOf(lower);
    if (at >= 0) {
      const count = Math.min(record.lowerText.split(lower).length - 1, 4);
      best = Math.max(best, (at === 0 || /\W/.test(record.lowerText[at - 1]) ? 12 : 6)) + count * 2;
    } else if (record.squeezedText.includes(tight)) best = Math.max(best, tight.length > 5 ? 9 : 3);
    return best;
  }

  // Whether the word begins a word of a name, also in camel case: `retry` in `OfflineRetry`.
  function beginsWord(name, word) {
    const at = name.toLowerCase().indexOf(word);
    return at >= 0 && (at === 0 || /\W/.test(name[at - 1]) || /[A-Z]/.test(name[at]));
  }

  // The singular or the plural of a word.
  function inflected(word) {
    if (/[a-z]ies$/i.test(word)) return [word.slice(0, -3) + "y"];
    if (/[^aeiou]y$/i.test(word)) return [word.slice(0, -1) + "ies"];
    return /[^s]s$/i.test(word) && word.length > 4 ? [word.slice(0, -1)] : [];
  }

  function score(record, words) {
    let sum = 0;
    for (const word of words) {
      let best = match(record, word);
      for (const other of inflected(word)) best = Math.max(best, match(record, other) * 0.95);
      for (const other of SYNONYMS[squeezed(word)] ?? []) {
        const isRelated = other.startsWith("~");
        const found = match(record, other.replace("~", ""));
        // A name that stands for the word is as good as the word. A mention of that name is worth little.
        best = Math.max(best, isRelated ? found * 0.4 : found >= 100 ? 115 : found * 0.5);
      }
      if (!best && squeezed(record.module).includes(squeezed(word))) best = 6;
      if (!best) return 0;
      sum += best;
    }
    return Math.max(1, sum + (KINDS[record.kind] ?? 0) - 4 * record.depth - record.title.length / 40);
  }

  function find(words) {
    const found = [];
    for (const record of records) {
      const value = score(record, words);
      if (value) found.push([value, record]);
    }
    found.sort((one, other) => other[0] - one[0]);
    const seen = new Set(), sections = new Map(), kept = [];
    for (const [, record] of found) {
      const key = record.title.replace(/\(.*/, "") + "\0" + record.module;
      if (seen.has(key)) continue; // one overload is enough
      seen.add(key);
      if (record.isProse) {
        const page = record.path.split("#")[0], count = sections.get(page) ?? 0;
        if (count >= PER_PAGE) continue;
        sections.set(page, count + 1);
      }
      kept.push(record);
    }
    return kept;
  }

  // MARK: Showing

  function marked(text, words) {
    const part = document.createDocumentFragment();
    const patterns = words.map((word) => [...word].map((letter) => /[-_]/.test(letter) ? "[-_\\s]?" : letter.replace(/[^\w\s]/g, "\\$&")).join(""));
    const pattern = new RegExp(`(${patterns.join("|")})`, "gi");
    text.split(pattern).forEach((piece, index) => {
      if (index % 2) {
        const mark = document.createElement("mark");
        mark.textContent = piece;
        part.append(mark);
      } else if (piece) part.append(piece);
    });
    return part;
  }

  // The part of a text around the first word that was found.
  function excerpt(text, words) {
    const lower = text.toLowerCase();
    const at = Math.min(...words.map((word) => lower.indexOf(word.toLowerCase())).filter((index) => index >= 0));
    if (text.length <= 180) return text;
    if (!Number.isFinite(at) || at < 110) return text.slice(0, 180).replace(/\s\S*$/, "") + " …";
    const start = text.indexOf(" ", at - 70) + 1;
    return "… " + text.slice(start, start + 170).replace(/\s\S*$/, "") + " …";
  }

  let field, list, said, box;

  function say(sentence) { said.textContent = sentence; }

  function show() {
    const words = field.value.split(/\s+/).filter(Boolean);
    list.replaceChildren();
    say("");
    box.hidden = !words.length;
    if (!words.length) return;
    if (!records) { say("Loading the index …"); load(); return; }
    const found = find(words);
    for (const record of found.slice(0, MOST)) {
      const link = document.createElement("a");
      link.href = root + record.path;
      const title = document.createElement("b");
      if (!record.isProse) title.className = "symbol";
      title.append(marked(record.isSection ? record.heading : record.title, words));
      const kind = document.createElement("i");
      const page = record.isSection ? record.title.slice(0, record.title.indexOf(": ")) : "";
      kind.textContent = [record.kind.replace(/ section$/, ""), page || (record.module === record.title ? "" : record.module)].filter(Boolean).join(" · ");
      const line = document.createElement("span");
      line.append(marked(excerpt(record.text, words), words));
      link.append(title, kind, line);
      list.append(link);
    }
    if (!found.length) say("No page has all of these words.");
    else if (found.length > MOST) say(`${found.length} results. The first ${MOST} are shown.`);
  }

  function close() { box.hidden = true; }

  // MARK: The field

  // docc's pages have no bar of their own.
  function addBar() {
    const bar = document.createElement("div");
    bar.className = "mimeograph-bar";
    bar.innerHTML =
      '<a class="home" href="index.html">Mimeograph</a><nav aria-label="Site"><a href="docs/Guides/Tasks.html">I want to …</a><a href="docs/Guides/WritingAClient.html">Client</a>' +
      '<a href="docs/Guides/WritingAServer.html">Server</a><a href="modules.html">Modules</a><a href="docs/Benchmarks.html">Benchmarks</a></nav>';
    for (const link of bar.querySelectorAll("a")) link.href = root + link.getAttribute("href");
    if (location.protocol === "file:") {
      const note = document.createElement("p");
      note.textContent = "This page needs a web server. Run “python3 -m http.server --bind 127.0.0.1” in the folder of the site.";
      bar.append(note);
    }
    document.body.prepend(bar);
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = root + "bar.css";
    document.head.append(style);
    return bar;
  }

  function start() {
    const bar = document.querySelector(".mimeograph-bar") ?? addBar();
    const search = document.createElement("div");
    search.className = "mimeograph-search";
    search.innerHTML =
      '<input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false">' +
      '<div class="mimeograph-results" hidden><div></div><p role="status"></p></div>';
    bar.append(search);
    field = search.querySelector("input");
    box = search.querySelector(".mimeograph-results");
    [list, said] = box.children;

    field.addEventListener("input", show);
    field.addEventListener("focus", () => { if (field.value) show(); });
    document.addEventListener("click", (event) => { if (!search.contains(event.target)) close(); });
    search.addEventListener("keydown", (event) => {
      // docc's pages listen to keys, too.
      event.stopPropagation();
      if (event.key === "Escape") { close(); field.blur(); }
      if (event.key === "Enter" && event.target === field && list.firstChild) list.firstChild.click();
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const links = [field, ...list.children];
        const index = links.indexOf(document.activeElement);
        if (index < 0) return;
        event.preventDefault();
        links[Math.max(0, Math.min(links.length - 1, index + (event.key === "ArrowDown" ? 1 : -1)))].focus();
      }
    });
    // On docc's pages this key belongs to docc's own filter.
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.defaultPrevented || document.getElementById("app") || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
      event.preventDefault();
      field.focus();
    });
    const asked = /^#search=(.*)/.exec(location.hash);
    if (asked) { field.value = decodeURIComponent(asked[1]); show(); }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
