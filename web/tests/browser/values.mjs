// The position and the values of the moves on the Analyse tab, and what the server says about them.

export const position = (page) => page.getByRole("textbox", { name: "Position" });

/** The displayed value of each move, such as "123.4" or "-5.6", once it is of the shown board. */
export async function valuesOn(page) {
  const values = page.locator('main.analyse .values[data-fresh="true"]');
  await values.waitFor();
  return values.locator("li").evaluateAll((rows) =>
    rows.map((row) => ({
      best: row.dataset.best === "true",
      text: row.querySelector(".values-number").textContent.replaceAll(",", "").replace("\u2212", "-"),
    })),
  );
}

/** The values as the server returns them. */
export async function valuesOf(address, body) {
  const response = await fetch(`${address}/api/v1/analyse`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

export function expectedTexts({ best, moves }, decimals) {
  return ["up", "right", "down", "left"].map((direction) => {
    const value = moves[direction];
    if (value === null) return { best: false, text: "illegal" };
    const loss = moves[best] - value;
    if (Number(loss.toFixed(decimals)) === 0) return { best: true, text: moves[best].toFixed(decimals) };
    return { best: false, text: `-${loss.toFixed(decimals)}` };
  });
}
