// What a double knows outlives a restart of the machine: a file that is written soon after each change, and when it stops.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/** Several requests in a row are written once. */
const SOON_MS = 200

export type Memory = {
  /** Something in the state is another one now. */
  changed(): void
  /** Writes what was not written yet. */
  close(): void
}

/** By part, and in it by field. */
type State = Readonly<Record<string, object>>

/** What another version of Node or of the double wrote is forgotten: it begins anew. */
function readInto(state: State, file: string): void {
  try {
    const kept: unknown = deserialize(readFileSync(file))
    for (const [name, part] of Object.entries(state)) Object.assign(part, Object(kept)[name])
  } catch (error) {
    console.error(`What ${file} holds cannot be read any more, and is forgotten`, error)
  }
}

/** Brings a state to what a file holds, and keeps it there; null keeps nothing. Maps and sets are kept as they are. */
export function openMemory(file: string | null, state: State): Memory {
  if (!file) return { changed: () => {}, close: () => {} }
  if (existsSync(file)) readInto(state, file)
  let waiting: NodeJS.Timeout | undefined
  function write(path: string): void {
    waiting = undefined
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.new`, serialize(state), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  return {
    changed() {
      waiting ??= setTimeout(write, SOON_MS, file).unref()
    },
    close() {
      if (!waiting) return
      clearTimeout(waiting)
      write(file)
    },
  }
}
