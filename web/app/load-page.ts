import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches the page before it is shown; a failure shows when it is. */
  preload(): void
}

/** A part of the application that has not arrived after this long counts as failed. */
export const CHUNK_TIMEOUT_MS = 120_000

async function withinTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('This part of the application took too long to load.')), CHUNK_TIMEOUT_MS)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}

/** A page that is fetched when it is first shown. */
export function loadPage<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyPage<Props> {
  return Object.assign(
    lazy(() => withinTime(load())),
    { preload: () => void load().catch(() => undefined) },
  )
}
