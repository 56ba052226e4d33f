// What a tenant's own code may say of the room it takes, and what it is told of the page around it.
import type { Route } from '#shared/access/routes.ts'

const MOST_HEIGHT = 600
/** A chat that is open fits into it; it covers a corner of the page and no more. */
const MOST_FLOAT = { width: 440, height: 700 }

type Room = { height: number; float: { width: number; height: number } | null }

const within = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, 0), most) : null

const fieldOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined

/** Null when it is no such message. What stands in the flow stays there: only code that has nothing there may float. */
export function readRoom(data: unknown): Room | null {
  const height = within(fieldOf(data, 'embeddedHeight'), MOST_HEIGHT)
  if (height === null) return null
  const wanted = fieldOf(data, 'embeddedFloat')
  const [wide, tall] = [
    within(fieldOf(wanted, 'width'), MOST_FLOAT.width),
    within(fieldOf(wanted, 'height'), MOST_FLOAT.height),
  ]
  return { height, float: height === 0 && wide && tall ? { width: wide, height: tall } : null }
}

export type PageView = { path: string; title: string }

/** The page as the table of pages has it: no id of anybody, and no name that stands in a heading. */
export const pageViewOf = ({ id, path, itemName }: Route): PageView => ({
  path,
  title: itemName ?? id.replace(/[a-z0-9](?=[A-Z])/g, '$& ').replace(/^./, (first) => first.toUpperCase()),
})
