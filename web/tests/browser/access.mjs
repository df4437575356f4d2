// Accessibility checks: the rules of WCAG 2.2 AA, and the size of touch targets on a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Minimum size of a touch target in CSS pixels. */
const minTarget = 44;

export async function expectAccessible(page, state) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
  );
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ""}`).join("\n")}`,
  );
  assert.deepEqual(found, [], state);
}

export async function expectFitsPhone(page, state) {
  const problems = await page.evaluate((smallest) => {
    const found = [];
    // Not innerWidth, which grows with what does not fit.
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} of ${clientWidth}`);
    for (const element of document.querySelectorAll("button, a, select, input, summary")) {
      // A checkbox or radio button is tapped by its label.
      const target = element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : element;
      const { width, height } = target.getBoundingClientRect();
      if (width > 0 && (width < smallest - 0.5 || height < smallest - 0.5))
        found.push(`${element.outerHTML.slice(0, 120)}: ${width} x ${height}`);
    }
    return found;
  }, minTarget);
  assert.deepEqual(problems, [], state);
}
