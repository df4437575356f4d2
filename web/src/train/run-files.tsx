// The files of a run, to download.
import { useEffect, useState } from "preact/hooks";
import { wasAborted } from "../api/request.ts";
import { addressOfFile, type Run, type RunFile, runFiles } from "../api/training.ts";
import { formatBytes } from "../format.ts";
import { Icon } from "../parts/icon.tsx";

export function RunFiles({ run }: { readonly run: Run }) {
  const [files, setFiles] = useState<readonly RunFile[] | string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    runFiles(run.id, controller.signal).then(setFiles, (error: Error) => {
      if (!wasAborted(error)) setFiles(error.message);
    });
    return () => controller.abort();
  }, [run.id, run.state]);
  if (files === null) return <p class="quiet">Waiting for the server …</p>;
  if (typeof files === "string")
    return (
      <p class="error" role="alert">
        {files}
      </p>
    );
  if (files.length === 0) return <p class="quiet">The run has not written a file yet.</p>;
  return (
    <ul class="run-files button-row" aria-label={`Files of ${run.id}`}>
      {files.map(({ name, bytes }) => (
        <li key={name}>
          <a class="button" href={addressOfFile(run.id, name)} download={`${run.id}-${name}`}>
            <Icon name="download" /> {name} <span class="quiet">{formatBytes(bytes)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
