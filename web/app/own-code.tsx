import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { useTenant } from '../api/tenant.ts'
import classes from './own-code.module.css'

/** False while a dialog stands open that may ask for a password or a code: a frame could draw the keys to itself. */
export const OwnCodeContext = createContext(true)

const MOST_HEIGHT = 600

function readHeight(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('embeddedHeight' in data)) return null
  const { embeddedHeight: height } = data
  return typeof height === 'number' && Number.isFinite(height) ? Math.min(Math.max(height, 0), MOST_HEIGHT) : null
}

/** The tenant's own code where its setting puts it: unseen in the head, above the content, or below it. */
export function OwnCode({ at }: { at: 'above' | 'below' }) {
  const { data } = useTenant()
  const isAllowed = useContext(OwnCodeContext)
  const place = data.embedded_code
  if (!isAllowed || !place || (place === 'footer') !== (at === 'below')) return null
  return <Frame isSeen={place !== 'head'} name={data.brand.name} />
}

/** The frame has no origin of its own, so the code in it reaches nothing of this page. All it can say is how tall it is. */
function Frame({ isSeen, name }: { isSeen: boolean; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return
      const told = readHeight(data)
      if (told !== null) setHeight(told)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src="/embedded-code"
      title={`Content of ${name}`}
      sandbox="allow-scripts allow-forms allow-popups"
      referrerPolicy="no-referrer"
      height={isSeen ? height : 0}
      data-hidden={!isSeen || undefined}
      {...(isSeen ? {} : { 'aria-hidden': true, tabIndex: -1 })}
    />
  )
}
