// Where the double keeps its things: a file that outlives a restart, or memory.
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Kind, Objects } from './objects.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const randomId = (prefix: string, length = 24) =>
  `${prefix}_${[...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')}`

export type Remembered = { params: string; status: number; body: string; at: number }

export function openStore(path: string | null) {
  const db = new DatabaseSync(path ?? ':memory:')
  // What was answered outlives a process that is killed. Only a machine that loses its power may lose the last writes, never the file.
  if (path) db.exec('pragma journal_mode = wal; pragma synchronous = normal')
  db.exec(`
    create table if not exists objects (
      seq integer primary key autoincrement, account text, id text, kind text, json text, unique (account, id));
    create index if not exists objects_kind on objects (account, kind, seq);
    create table if not exists keys (
      account text, key text, params text, status integer, body text, at integer, primary key (account, key));
    create table if not exists outbox (seq integer primary key autoincrement, event text, tries integer, at integer);
    create table if not exists lost (id text primary key);
  `)
  const insert = db.prepare(
    'insert into objects (account, id, kind, json) values (?, ?, ?, ?) on conflict (account, id) do update set json = excluded.json',
  )
  const select = db.prepare('select json from objects where account = ? and id = ? and kind = ?')
  const selectAll = db.prepare('select json from objects where account = ? and kind = ? order by seq desc')
  const remove = db.prepare('delete from objects where account = ? and id = ?')
  const selectKey = db.prepare('select params, status, body, at from keys where account = ? and key = ?')
  const insertKey = db.prepare(
    'insert or replace into keys (account, key, params, status, body, at) values (?, ?, ?, ?, ?, ?)',
  )
  const deleteKeys = db.prepare('delete from keys where at < ?')
  const enqueue = db.prepare('insert into outbox (event, tries, at) values (?, 0, ?)')
  const due = db.prepare('select seq, event, tries from outbox where at <= ? order by seq')
  const sent = db.prepare('delete from outbox where seq = ?')
  const waiting = db.prepare("select json_extract(event, '$.id') as id from outbox union select id from lost")
  const lose = db.prepare("insert or ignore into lost select json_extract(event, '$.id') from outbox where seq = ?")
  const later = db.prepare('update outbox set tries = tries + 1, at = ? where seq = ?')

  return {
    put<K extends Kind>(account: string, kind: K, object: Objects[K]): Objects[K] {
      insert.run(account, object.id, kind, JSON.stringify(object))
      return object
    },
    get<K extends Kind>(account: string, kind: K, id: string): Objects[K] | undefined {
      const row = select.get(account, id, kind)
      return row ? JSON.parse(String(row.json)) : undefined
    },
    /** The newest first. */
    list<K extends Kind>(account: string, kind: K): Objects[K][] {
      return selectAll.all(account, kind).map((row) => JSON.parse(String(row.json)))
    },
    remove: (account: string, id: string) => void remove.run(account, id),
    findKey(account: string, key: string): Remembered | undefined {
      const row = selectKey.get(account, key)
      return (
        row && { params: String(row.params), status: Number(row.status), body: String(row.body), at: Number(row.at) }
      )
    },
    rememberKey: (account: string, key: string, kept: Remembered) =>
      void insertKey.run(account, key, kept.params, kept.status, kept.body, kept.at),
    forgetKeys: (before: number) => void deleteKeys.run(before),
    enqueue: (event: object, at: number) => void enqueue.run(JSON.stringify(event), at),
    due: (now: number) =>
      due.all(now).map((row) => ({ seq: Number(row.seq), body: String(row.event), tries: Number(row.tries) })),
    sent: (seq: number) => void sent.run(seq),
    /** It is tried no more. */
    lost(seq: number): void {
      lose.run(seq)
      sent.run(seq)
    },
    /** Ids of events that nobody has taken. */
    undelivered: () => new Set(waiting.all().map(({ id }) => String(id))),
    later: (seq: number, at: number) => void later.run(at, seq),
    clear: () => db.exec('delete from objects; delete from keys; delete from outbox; delete from lost'),
    close: () => db.close(),
  }
}
export type Store = ReturnType<typeof openStore>
