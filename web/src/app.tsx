// The page: a head with tabs, and the tab that the address names. Tabs stay as they were left.
import { useEffect, useState } from "preact/hooks";
import { Analyse } from "./analyse/analyse.tsx";
import type { RecordedGame } from "./game/record.ts";
import { Icon } from "./parts/icon.tsx";
import { JudgesContext, useJudgesOfServer } from "./parts/judges.tsx";
import { Play } from "./play/play.tsx";
import { routeOf, type Tab, tabs } from "./route.ts";
import { useTheme } from "./theme.ts";

const names: Readonly<Record<Tab, string>> = { play: "Play", analyse: "Analyse" };

export function App() {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const [incoming, setIncoming] = useState<RecordedGame | null>(null);
  const [theme, toggleTheme] = useTheme();
  const judges = useJudgesOfServer();

  useEffect(() => {
    const listen = () => setRoute(routeOf(location.hash));
    window.addEventListener("hashchange", listen);
    return () => window.removeEventListener("hashchange", listen);
  }, []);
  useEffect(() => {
    document.title = `${names[route.tab]} · Afterstate`;
  }, [route.tab]);

  const analyse = (game: RecordedGame) => {
    setIncoming(game);
    location.hash = "#analyse";
  };
  return (
    <JudgesContext.Provider value={judges}>
      <header class="head">
        <a class="name" href="#play">
          <img src="./icon.svg" alt="" width="28" height="28" /> Afterstate
        </a>
        <nav aria-label="Tabs">
          {tabs.map((tab) => (
            <a key={tab} href={`#${tab}`} aria-current={tab === route.tab ? "page" : undefined}>
              {names[tab]}
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="icon-button"
          aria-label={theme === "dark" ? "Light colours" : "Dark colours"}
          onClick={toggleTheme}
        >
          <Icon name={theme === "dark" ? "sun" : "moon"} />
        </button>
      </header>
      <Play active={route.tab === "play"} onAnalyse={analyse} />
      <Analyse active={route.tab === "analyse"} position={route.position} incoming={incoming} />
    </JudgesContext.Provider>
  );
}
