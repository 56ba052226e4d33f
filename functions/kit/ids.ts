import { monotonicFactory } from 'ulid'
import { type IdKind, toId } from '#shared/ids.ts'
import { clock } from './clock.ts'

const nextUlid = monotonicFactory()

/** A new id of a kind; ids made by one process sort in the order they were made. */
export function newId(kind: IdKind): string {
  return toId(kind, nextUlid(clock.now()))
}
export type NewId = typeof newId
