/** What the server of `tread view` tells: runs and their documents. */

import type { ResultDocument } from "./document";

export interface Run {
  id: number;
  name: string;
  path: string;
  status: string;
  ok: boolean;
  failed_checks: number;
  error: string | null;
}

export interface RunFile {
  name: string;
  bytes: number;
}

async function getJson<T>(address: string): Promise<T> {
  const answer = await fetch(address);
  const data = (await answer.json().catch(() => ({}))) as T & { error?: unknown };
  if (!answer.ok) throw new Error(String(data.error ?? `the server answered ${answer.status}`));
  return data;
}

export const fetchRuns = async (): Promise<Run[]> => (await getJson<{ runs: Run[] }>("/api/runs")).runs;
export const fetchDocument = (id: number): Promise<ResultDocument> => getJson<ResultDocument>(`/api/runs/${id}/document`);
export const fetchFiles = async (id: number): Promise<RunFile[]> => (await getJson<{ files: RunFile[] }>(`/api/runs/${id}/files`)).files;
export const fileAddress = (id: number, name: string): string => `/api/runs/${id}/files/${encodeURIComponent(name)}`;
