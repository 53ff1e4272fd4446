// Looks for pages by what is typed. The list of pages is a script of its own, so that a folder that is opened without a web server can
// be searched, too; it is loaded when the first letter is typed.
(function () {
  "use strict";
  const field = document.getElementById("search");
  const list = document.getElementById("results");
  const said = document.getElementById("said");
  const most = 30;
  let loading = false;

  function pages() {
    if (window.mimeographPages) return window.mimeographPages;
    if (!loading) {
      loading = true;
      const script = document.createElement("script");
      script.src = "pages.js";
      script.onload = show;
      script.onerror = () => { said.textContent = "The list of pages could not be loaded."; };
      document.head.appendChild(script);
    }
    return null;
  }

  // Each word must stand in the name, the module or the summary. What begins with the words comes first, then what is short.
  function rank(page, words) {
    const [name, kind, module, summary] = page;
    const lower = name.toLowerCase();
    let score = kind === "Guide" || kind === "Article" || kind === "Module" ? -4 : 0;
    for (const word of words) {
      const index = lower.indexOf(word);
      if (lower === word) score -= 20;
      else if (index === 0) score -= 10;
      else if (index > 0) score -= /[.\s(_]/.test(lower[index - 1]) ? 6 : 2;
      else if (!(module + " " + summary).toLowerCase().includes(word)) return null;
    }
    return score + name.length / 40 + (name.split(".").length - 1);
  }

  function marked(text, words) {
    const part = document.createDocumentFragment();
    let rest = text;
    while (rest) {
      const lower = rest.toLowerCase();
      let at = -1, length = 0;
      for (const word of words) {
        const index = lower.indexOf(word);
        if (index >= 0 && (at < 0 || index < at)) { at = index; length = word.length; }
      }
      if (at < 0) break;
      part.append(rest.slice(0, at));
      const mark = document.createElement("mark");
      mark.textContent = rest.slice(at, at + length);
      part.append(mark);
      rest = rest.slice(at + length);
    }
    part.append(rest);
    return part;
  }

  function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.replaceChildren();
    said.textContent = "";
    if (!words.length) return;
    const all = pages();
    if (!all) return;
    const found = [];
    for (const page of all) {
      const score = rank(page, words);
      if (score !== null) found.push([score, page]);
    }
    found.sort((one, other) => one[0] - other[0]);
    for (const [, [name, kind, module, summary, path]] of found.slice(0, most)) {
      const link = document.createElement("a");
      link.className = "result";
      link.href = path;
      const title = document.createElement("b");
      title.append(marked(name, words));
      const line = document.createElement("span");
      line.append(marked([kind, module === name ? "" : module].filter(Boolean).join(", ") + (summary ? ": " + summary : ""), words));
      link.append(title, line);
      list.append(link);
    }
    said.textContent = found.length > most ? `${found.length} pages; the first ${most} are shown.` : found.length ? "" : "No page has all of these words.";
  }

  field.addEventListener("input", show);
  field.addEventListener("focus", pages);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
    if (event.key === "Enter" && document.activeElement === field && list.firstChild) list.firstChild.click();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const links = [field, ...list.children];
      const index = links.indexOf(document.activeElement);
      if (index < 0) return;
      event.preventDefault();
      links[Math.max(0, Math.min(links.length - 1, index + (event.key === "ArrowDown" ? 1 : -1)))].focus();
    }
  });
  if (location.protocol === "file:") {
    document.getElementById("folder").hidden = false;
  }
  if (location.hash.startsWith("#search=")) { field.value = decodeURIComponent(location.hash.slice(8)); show(); }
})();
