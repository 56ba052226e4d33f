import { Alert, Anchor, Stack } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { actionRequired, noticeFor } from '#shared/access/notices.ts'
import { pathTo } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { loadSession } from '../../api/session.ts'
import { useMe } from '../../api/session-store.ts'
import { slow } from '../../api/work-under-way.ts'
import { dismiss, notify } from '../../ui/notify.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import classes from './notices.module.css'

slow.say = () => {
  const id = notify('info', 'This takes longer than usual. Please keep this page open.', { timeout: 0 })
  return () => dismiss(id ?? '')
}

/** What stands above every page as long as it holds, and what is told once. */
export function Notices({ viewer, hasSetup }: { viewer: Viewer; hasSetup: boolean }) {
  const { pathname } = useLocation()
  const notice = noticeFor(viewer)
  // People who are filling it in need not be sent there.
  const isThere = notice?.id === 'profileIncomplete' && pathname === pathTo('profileSetup')
  const { id, text = '' } = (!isThere && notice) || {}
  useEffect(() => {
    if (!id) return
    const shown = notify('warning', text, { timeout: 0, oncePerSession: id })
    // What does not hold any more is not said beside what came of it.
    return () => {
      if (shown) dismiss(shown)
    }
  }, [id, text])

  const banner = actionRequired(viewer)
  const isConfirmed = useMe().emailConfirmed
  const isNeeded = Boolean(banner) || !hasSetup || !isConfirmed
  const [begun, setBegun] = useState({ pathname, isNeeded })
  if (begun.pathname !== pathname) setBegun({ pathname, isNeeded })
  if (!isNeeded) return null
  return (
    // What comes after the page lies over it until the next one: it would push away what somebody is about to press.
    <Stack gap="xs" className={classes.notices} data-late={!begun.isNeeded || undefined}>
      <ConfirmAddress />
      {banner && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {banner.to ? (
            <Anchor component={Link} to={banner.to}>
              {banner.text}
            </Anchor>
          ) : (
            banner.text
          )}
        </Alert>
      )}
      {!hasSetup && (
        <Alert color="blue">
          Some details of your account could not be loaded.{' '}
          <Anchor component="button" type="button" onClick={() => void loadSession()}>
            Try again
          </Anchor>
        </Alert>
      )}
    </Stack>
  )
}
