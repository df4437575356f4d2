// Light or dark theme: that of the system until the user chooses.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { keep, recall } from "./storage.ts";

export type Theme = "light" | "dark";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function chosenTheme(): Theme | null {
  return recall("theme", (kept) => (kept === "light" || kept === "dark" ? kept : null));
}

/** The current theme, and a function that switches to the other one. */
export function useTheme(): [Theme, () => void] {
  const [chosen, setChosen] = useState(chosenTheme);
  const [system, setSystem] = useState<Theme>(systemIsDark.matches ? "dark" : "light");
  useEffect(() => {
    const listen = (event: MediaQueryListEvent) => setSystem(event.matches ? "dark" : "light");
    systemIsDark.addEventListener("change", listen);
    return () => systemIsDark.removeEventListener("change", listen);
  }, []);
  const theme = chosen ?? system;
  // Before other effects, since drawing on a canvas reads the colours.
  useLayoutEffect(() => {
    if (chosen !== null) document.documentElement.dataset.theme = chosen;
  }, [chosen]);
  const toggle = () => {
    const next = theme === "dark" ? "light" : "dark";
    setChosen(next);
    keep("theme", next);
  };
  return [theme, toggle];
}
