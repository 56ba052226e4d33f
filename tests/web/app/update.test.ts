import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { underWay } from '#web/api/work-under-way.ts'
import { followUpdates } from '#web/app/update.ts'

/** The browser's side of a worker, moved by hand. */
function fakeContainer(controller: object | null) {
  const target = new EventTarget()
  const update = vi.fn(async () => undefined)
  const register = vi.fn(async () => ({ update }))
  const container = Object.assign(target, { controller, register })
  return {
    // @NOTE only what the code under test uses of the container.
    container: container as unknown as ServiceWorkerContainer,
    takeOver: () => target.dispatchEvent(new Event('controllerchange')),
    register,
    update,
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

describe('a new version', () => {
  it('CON-029 reloads the page once when a new worker takes over', () => {
    const reload = vi.fn()
    const { container, takeOver, register } = fakeContainer({})
    const stop = followUpdates(container, reload)
    expect(register).toHaveBeenCalledWith('/sw.js')
    takeOver()
    takeOver()
    vi.advanceTimersByTime(10_000)
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })

  it('waits for what is under way, such as an upload or a payment', async () => {
    const reload = vi.fn()
    const { container, takeOver } = fakeContainer({})
    const stop = followUpdates(container, reload)
    let free: () => void = () => undefined
    const work = underWay(
      () =>
        new Promise<void>((resolve) => {
          free = resolve
        }),
    )
    takeOver()
    vi.advanceTimersByTime(10_000)
    expect(reload).not.toHaveBeenCalled()
    free()
    await work
    vi.advanceTimersByTime(10_000)
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })

  it('CON-029 is not seen in the first worker of a visit', () => {
    const reload = vi.fn()
    const { container, takeOver } = fakeContainer(null)
    const stop = followUpdates(container, reload)
    takeOver()
    expect(reload).not.toHaveBeenCalled()
    takeOver()
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })

  it('CON-031 waits while a field holds what somebody typed', () => {
    const reload = vi.fn()
    document.body.innerHTML = '<input id="name">'
    const { container, takeOver } = fakeContainer({})
    const stop = followUpdates(container, reload)
    const field = document.querySelector('input')
    if (!field) throw new Error('There is no field.')
    field.value = 'half a name'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    takeOver()
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
    field.remove()
    vi.advanceTimersByTime(3000)
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })

  it('CON-031 waits while a dialog stands open', () => {
    const reload = vi.fn()
    document.body.innerHTML = '<div role="dialog"></div>'
    const { container, takeOver } = fakeContainer({})
    const stop = followUpdates(container, reload)
    takeOver()
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
    document.body.innerHTML = ''
    vi.advanceTimersByTime(3000)
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })

  it('is looked for every half hour', async () => {
    const { container, update } = fakeContainer({})
    const stop = followUpdates(container, vi.fn())
    await vi.advanceTimersByTimeAsync(61 * 60_000)
    expect(update).toHaveBeenCalledTimes(2)
    stop()
  })

  it('keeps nothing and answers nothing on its way', () => {
    const worker = readFileSync(join(import.meta.dirname, '../../../web/app/sw.js'), 'utf8')
    expect(worker).not.toMatch(/addEventListener\(\s*['"]fetch|caches|respondWith/)
    expect(worker).toContain('__BUILD__')
  })
})
