import { notifications } from '@mantine/notifications'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NOTICE_MS } from '#shared/constants.ts'
import { DOWNLOAD_NOTICE_MS, DownloadButton } from '#web/ui/download-button.tsx'
import { type NoticeTone, notify } from '#web/ui/notify.tsx'
import { render } from '../render.tsx'

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const notice = () => screen.queryByRole('alert')

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sessionStorage.clear()
})
afterEach(() => {
  act(() => {
    notifications.clean()
    notifications.cleanQueue()
  })
  vi.useRealTimers()
})

describe('notify', () => {
  it('WID-063 CON-009 COB-14 is gone after five seconds', async () => {
    // Time passes here when the test says so, no matter how long the machine takes.
    vi.useFakeTimers()
    render(null)
    act(() => void notify('info', 'Saved.'))
    await wait(4500)
    expect(notice()?.textContent).toContain('Saved.')
    await wait(1000)
    expect(notice()).toBeNull()
    expect(NOTICE_MS).toBe(5000)
  })

  it('WID-065 stays until it is dismissed when its timeout is 0', async () => {
    const { user } = render(null)
    act(() => void notify('warning', 'Action required.', { timeout: 0 }))
    await wait(60_000)
    expect(notice()).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await wait(500)
    expect(notice()).toBeNull()
  })

  it('says no more that something failed once something went well, but for what stays until it is dismissed', async () => {
    render(null)
    act(() => {
      notify('danger', 'Not saved.')
      notify('danger', 'A file was refused.', { timeout: 0 })
      notify('warning', 'Connect your account.')
    })
    act(() => void notify('success', 'Saved.'))
    await wait(500)
    const said = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(said).toEqual(['A file was refused.', 'Connect your account.', 'Saved.'])
  })

  it('says the same failure once, however often a button is pressed, and anew each time', async () => {
    render(null)
    act(() => void notify('danger', 'Not saved.'))
    const first = screen.getByText('Not saved.')
    act(() => {
      notify('danger', 'Too short.')
      notify('danger', 'Not saved.')
    })
    await wait(500)
    const said = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(said).toEqual(['Too short.', 'Not saved.'])
    // A new one is read out; one that stood there already would not be.
    expect(first.isConnected).toBe(false)
  })

  it.each<[NoticeTone, string]>([
    ['info', 'blue'],
    ['primary', 'brand'],
    ['danger', 'red'],
    ['warning', 'yellow'],
    ['success', 'green'],
  ])('WID-064 COB-14 is marked with its type %s, and has the colour %s', (type, colour) => {
    render(null)
    act(() => void notify(type, 'A message.'))
    expect(notice()?.dataset.type).toBe(type)
    expect(notice()?.style.getPropertyValue('--notification-color')).toBe(`var(--mantine-color-${colour}-filled)`)
  })

  it('shows a notice with a key once in a session', () => {
    render(null)
    let ids: (string | undefined)[] = []
    act(() => {
      ids = [1, 2].map(() => notify('warning', 'Connect your account.', { oncePerSession: 'stripe' }))
    })
    expect(ids[0]).toBeTruthy()
    expect(ids[1]).toBeUndefined()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('ERR-033 shows the message of a server as text', () => {
    render(null)
    act(() => void notify('danger', 'No <b>bold</b> words.'))
    expect(notice()?.textContent).toContain('No <b>bold</b> words.')
    expect(notice()?.querySelector('b')).toBeNull()
  })
})

describe('DownloadButton', () => {
  /** An answer in two parts, the second of which waits until it is let go. */
  function slowAnswer() {
    let letGo = () => {}
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new Uint8Array([65, 66, 67]))
        letGo = () => {
          controller.enqueue(new Uint8Array([68]))
          controller.close()
        }
      },
    })
    const answer = new Response(body, { headers: { 'content-length': '4', 'content-type': 'text/csv' } })
    return { open: async () => answer, letGo: () => letGo() }
  }

  it('WID-066 WID-067 ERR-029 CON-011 fetches a blob with progress, saves it, and says so for three seconds', async () => {
    const saved: { blob?: Blob; name?: string } = {}
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.blob = blob
      return 'blob:here'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.name = this.download
    })
    const { open, letGo } = slowAnswer()
    const { user } = render(
      <DownloadButton open={open} name="cities.csv">
        City list
      </DownloadButton>,
    )
    await user.click(screen.getByRole('button', { name: 'City list' }))
    expect(await screen.findByRole('button', { name: 'Downloading 75%' })).toHaveProperty('disabled', true)
    letGo()
    expect(await screen.findByText('Download Successful')).toBeTruthy()
    expect(saved.name).toBe('cities.csv')
    expect(await saved.blob?.text()).toBe('ABCD')
    expect(DOWNLOAD_NOTICE_MS).toBe(3000)
    await wait(1500)
    expect(screen.queryByText('Download Successful')).toBeTruthy()
    await wait(2000)
    expect(screen.queryByText('Download Successful')).toBeNull()
  })

  it('WID-067 ERR-028 says when a file is not there', async () => {
    const { user } = render(
      <DownloadButton open={async () => new Response('', { status: 404 })} name="gone.csv">
        A file
      </DownloadButton>,
    )
    await user.click(screen.getByRole('button', { name: 'A file' }))
    expect(await screen.findByText('There was an error downloading file')).toBeTruthy()
    expect(notice()?.dataset.type).toBe('danger')
    expect(screen.getByRole('button', { name: 'A file' })).toHaveProperty('disabled', false)
  })
})
