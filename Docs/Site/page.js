// A copy button on each code block, and the note about docc's pages in a folder that has no web server.
(function () {
  "use strict";

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Some browsers allow the clipboard only on pages from a server.
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  for (const block of document.querySelectorAll("pre")) {
    const frame = document.createElement("div");
    frame.className = "code";
    block.replaceWith(frame);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await copy(block.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    frame.append(block, button);
  }

  // The contents start closed if they would fill a small window.
  if (matchMedia("(max-width: 1099px)").matches) document.querySelector(".contents details")?.removeAttribute("open");

  if (location.protocol === "file:") document.getElementById("folder")?.removeAttribute("hidden");
})();
