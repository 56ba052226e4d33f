import { notifications } from '@mantine/notifications'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { NOTICE_MS } from '#shared/constants.ts'
import { colourOf, type Tone } from '../theme/tones.ts'

export type NoticeTone = Exclude<Tone, 'default'>

const icons: Record<NoticeTone, typeof IconX> = {
  info: IconInfoCircle,
  primary: IconInfoCircle,
  danger: IconX,
  warning: IconAlertTriangle,
  success: IconCheck,
}

type Options = {
  title?: string
  /** Milliseconds; 0 stays until it is dismissed. */
  timeout?: number
  /** A notice with this key is shown once in a browser session. */
  oncePerSession?: string
}

function shownBefore(key: string): boolean {
  const name = `notice:${key}`
  try {
    if (sessionStorage.getItem(name)) return true
    sessionStorage.setItem(name, 'shown')
  } catch {
    // Without storage it is better to say it twice than not at all.
  }
  return false
}

/** What went wrong a moment ago, by its words: it is over once something went well, and said once where it is said again. */
const failures = new Map<string, string>()

/** Says something at the edge of the screen. Messages are text: React escapes everything that a server put in them. */
export function notify(tone: NoticeTone, message: string, options: Options = {}): string | undefined {
  const { title, timeout = NOTICE_MS, oncePerSession } = options
  if (oncePerSession !== undefined && shownBefore(oncePerSession)) return undefined
  const Icon = icons[tone]
  const isFailure = tone === 'danger' && timeout > 0
  if (tone === 'success' || isFailure)
    for (const [words, id] of failures)
      if (!isFailure || words === message) {
        failures.delete(words)
        dismiss(id)
      }
  const id = notifications.show({
    message,
    title,
    color: colourOf(tone),
    icon: <Icon size={18} />,
    autoClose: timeout === 0 ? false : timeout,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    'data-type': tone,
  })
  // One that stays is about work of another time, which no success since then has mended.
  if (isFailure) failures.set(message, id)
  return id
}

export const dismiss = (id: string): void => {
  notifications.hide(id)
}
