// The page: a header with tabs, and the tab named in the address. Tabs keep their state.
import { useEffect, useState } from "preact/hooks";
import { Analyse } from "./analyse/analyse.tsx";
import { Duel } from "./duel/duel.tsx";
import type { Moment } from "./game/moment.ts";
import type { RecordedGame } from "./game/record.ts";
import { Icon } from "./parts/icon.tsx";
import { EngineBanner } from "./parts/engine-banner.tsx";
import { EngineContext, useEngineChoice } from "./parts/engines.tsx";
import { Play } from "./play/play.tsx";
import { parseBoard } from "./game/notation.ts";
import type { Size } from "./game/size.ts";
import { hashOfPosition, routeOf, type Tab, tabs } from "./route.ts";
import { useTheme } from "./theme.ts";
import { Train } from "./train/train.tsx";
import { Watch } from "./watch/watch.tsx";

const names: Readonly<Record<Tab, string>> = {
  play: "Play",
  duel: "Duel",
  analyse: "Analyse",
  watch: "Watch",
  train: "Train",
};

function goTo(tab: Tab): void {
  location.hash = `#${tab}`;
}

export function App() {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const [recorded, setRecorded] = useState<RecordedGame | null>(null);
  const [takenOver, setTakenOver] = useState<Moment | null>(null);
  const [theme, toggleTheme] = useTheme();
  const choice = useEngineChoice();

  useEffect(() => {
    const listen = () => setRoute(routeOf(location.hash));
    window.addEventListener("hashchange", listen);
    return () => window.removeEventListener("hashchange", listen);
  }, []);
  useEffect(() => {
    document.title = `${names[route.tab]} · Afterstate`;
  }, [route.tab]);

  const analyse = (game: RecordedGame) => {
    setRecorded(game);
    goTo("analyse");
  };
  const takeOver = (moment: Moment) => {
    setTakenOver(moment);
    goTo("play");
  };
  const takeModel = (run: string, tab: Tab) => {
    choice.choose(run);
    goTo(tab);
  };
  const explain = (run: string, board: string, size: Size) => {
    choice.choose(run);
    location.hash = hashOfPosition(parseBoard(board, size));
  };
  return (
    <EngineContext.Provider value={choice}>
      <header class="head">
        <a class="name" href="#play" aria-label="Afterstate">
          <img src="./icon.svg" alt="" width="28" height="28" /> <span>Afterstate</span>
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
      <EngineBanner />
      <Play active={route.tab === "play"} incoming={takenOver} onAnalyse={analyse} />
      <Duel active={route.tab === "duel"} shared={route} />
      <Analyse active={route.tab === "analyse"} position={route.position} incoming={recorded} />
      <Watch active={route.tab === "watch"} onTakeOver={takeOver} />
      <Train active={route.tab === "train"} theme={theme} onTakeModel={takeModel} onExplain={explain} />
    </EngineContext.Provider>
  );
}
