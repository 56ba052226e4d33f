import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { Route } from '#shared/access/routes.ts'
import { useTenant } from '../api/tenant.ts'
import classes from './own-code.module.css'
import { pageViewOf, readRoom } from './own-code-room.ts'

/** False while a dialog stands open that may ask for a password or a code: a frame could draw the keys to itself. */
export const OwnCodeContext = createContext(true)

/**
 * The tenant's own code where its setting puts it: unseen in the head, above the content, or below it. Its frame has no origin of its
 * own, so the code in it reaches nothing of this page. All it can say is how much room it takes, in the flow or over a corner of the
 * page, and all it is told is which page is seen. Its room is kept while a dialog stands open, so that the page does not move.
 */
export function OwnCode({ at, route }: { at: 'above' | 'below'; route: Route }) {
  const { data } = useTenant()
  const isAllowed = useContext(OwnCodeContext)
  const frame = useRef<HTMLIFrameElement>(null)
  const [room, setRoom] = useState(readRoom(null))
  /** How often a frame said that it listens: the one after a dialog is another one. */
  const [readies, setReadies] = useState(0)
  const { path, title } = pageViewOf(route)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return
      if (typeof data === 'object' && data !== null && 'embeddedReady' in data) setReadies((times) => times + 1)
      const told = readRoom(data)
      if (told) setRoom(told)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    // Its origin is none, so there is none to name; what is said is the same for everybody who sees the page.
    if (readies) frame.current?.contentWindow?.postMessage({ embeddedPageView: { path, title } }, '*')
  }, [readies, path, title])
  const place = data.embeddedCode
  if (!place || (place === 'footer') !== (at === 'below')) return null
  const isInFlow = place !== 'head'
  const floats = room?.float ?? null
  const height = isInFlow ? (room?.height ?? 0) : 0
  if (!isAllowed) return <div style={{ height }} />
  const isSeen = isInFlow || floats !== null
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src="/embedded-code"
      title={`Content of ${data.brand.name}`}
      sandbox="allow-scripts allow-forms allow-popups"
      referrerPolicy="no-referrer"
      height={floats ? floats.height : height}
      {...(floats && { width: floats.width, 'data-floating': true })}
      data-hidden={!isSeen || undefined}
      {...(isSeen ? {} : { 'aria-hidden': true, tabIndex: -1 })}
    />
  )
}
