// Whether the page has been hidden for longer than the given time.
import { useEffect, useState } from "preact/hooks";

export function useAsleep(milliseconds: number): boolean {
  const [asleep, setAsleep] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => setAsleep(true), milliseconds);
      else setAsleep(false);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [milliseconds]);
  return asleep;
}
