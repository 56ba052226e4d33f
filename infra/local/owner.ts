// One platform for one data folder. Who works on it holds a lock of the operating system, which ends with its process by
// any means that ends; a note beside it says who that is.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'

const LOCK_FILE = 'lock.sqlite'
const OWNER_FILE = 'owner.json'

const Owner = z.object({ pid: z.int().positive(), port: z.int().positive() })

function readOwner(dataDir: string): z.output<typeof Owner> | undefined {
  try {
    return Owner.parse(JSON.parse(readFileSync(join(dataDir, OWNER_FILE), 'utf8')))
  } catch {
    // Between its lock and its note an owner cannot be named; the lock holds all the same.
    return undefined
  }
}

function openLock(file: string): DatabaseSync {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory')
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

export type Ownership = { release(): void }

/** Answers once this process alone works on the folder; refuses in a sentence while another does. */
export function takeFolder(dataDir: string, port: number): Ownership {
  let lock: DatabaseSync
  try {
    lock = openLock(join(dataDir, LOCK_FILE))
  } catch (cause) {
    if (!(cause instanceof Error) || !/locked|busy/i.test(cause.message))
      throw new Error(`The data folder ${dataDir} cannot be locked. Name another one with LEADLOOM_DATA.`, { cause })
    const owner = readOwner(dataDir)
    const who = owner ? ` (process ${owner.pid}, http://localhost:${owner.port})` : ''
    throw new Error(
      `Leadloom is already running on ${dataDir}${who}. Nothing was changed. Stop it first, or name another folder with LEADLOOM_DATA.`,
      { cause },
    )
  }
  writeFileSync(join(dataDir, OWNER_FILE), JSON.stringify({ pid: process.pid, port } satisfies z.input<typeof Owner>))
  return {
    release() {
      rmSync(join(dataDir, OWNER_FILE), { force: true })
      lock.close()
    },
  }
}

/** Removes everything in a folder that this process owns, save what says that it does. */
export function emptyFolder(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name !== OWNER_FILE && !name.startsWith(LOCK_FILE))
      rmSync(join(dataDir, name), { recursive: true, force: true })
}
