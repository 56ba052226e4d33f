import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

export type Link = { token: string; search: string }

const readLink = (state: unknown): Link | undefined => {
  const { link } = Object(state) as { link?: Partial<Link> }
  return typeof link?.token === 'string' && typeof link.search === 'string'
    ? { token: link.token, search: link.search }
    : undefined
}

/**
 * The token of a mailed link, and the query beside it. Both leave the address at once, before anything is done with them: an
 * address is read over a shoulder, kept in the browser's history and copied. The entry of the history keeps them for a reload.
 * Undefined until the address is clean.
 */
export function useLink(): Link | undefined {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const link = readLink(state)
  const isClean = link !== undefined
  useEffect(() => {
    if (isClean) return
    const [, page = '', token = ''] = pathname.split('/')
    navigate(`/${page}/opened`, { replace: true, state: { link: { token, search } } })
  }, [isClean, pathname, search, navigate])
  return link
}
