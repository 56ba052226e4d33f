import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { Route } from '#shared/access/routes.ts'
import { useTenant } from '../api/tenant.ts'
import classes from './own-code.module.css'
import { type PageView, pageViewOf, type Room, readRoom } from './own-code-room.ts'

/** False while a dialog stands open that may ask for a password or a code: a frame could draw the keys to itself. */
export const OwnCodeContext = createContext(true)

/** The tenant's own code where its setting puts it: unseen in the head, above the content, or below it. */
export function OwnCode({ at, route }: { at: 'above' | 'below'; route: Route }) {
  const { data } = useTenant()
  const isAllowed = useContext(OwnCodeContext)
  // Kept while a dialog stands open, so that the page does not move when that comes and goes.
  const [room, setRoom] = useState(readRoom(null))
  const place = data.embeddedCode
  if (!place || (place === 'footer') !== (at === 'below')) return null
  const height = place === 'head' ? 0 : (room?.height ?? 0)
  if (!isAllowed) return <div style={{ height }} />
  return (
    <Frame
      isInFlow={place !== 'head'}
      name={data.brand.name}
      {...pageViewOf(route)}
      height={height}
      floats={room?.float ?? null}
      onRoom={setRoom}
    />
  )
}

type FrameProps = PageView & {
  isInFlow: boolean
  name: string
  height: number
  floats: Room['float']
  onRoom: (room: Room) => void
}

/**
 * The frame has no origin of its own, so the code in it reaches nothing of this page. All it can say is how much room it
 * takes, in the flow or over a corner of the page, and all it is told is which page is seen.
 */
function Frame({ isInFlow, name, path, title, height, floats, onRoom }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return
      if (typeof data === 'object' && data !== null && 'embeddedReady' in data) setReady(true)
      const told = readRoom(data)
      if (told) onRoom(told)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [onRoom])
  useEffect(() => {
    // Its origin is none, so there is none to name; what is said is the same for everybody who sees the page.
    if (isReady) frame.current?.contentWindow?.postMessage({ embeddedPageView: { path, title } }, '*')
  }, [isReady, path, title])
  const isSeen = isInFlow || floats !== null
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src="/embedded-code"
      title={`Content of ${name}`}
      sandbox="allow-scripts allow-forms allow-popups"
      referrerPolicy="no-referrer"
      height={floats ? floats.height : height}
      {...(floats && { width: floats.width, 'data-floating': true })}
      data-hidden={!isSeen || undefined}
      {...(isSeen ? {} : { 'aria-hidden': true, tabIndex: -1 })}
    />
  )
}
