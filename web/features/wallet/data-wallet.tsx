import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Wallet } from './wallet.tsx'

type Props = {
  /** Anybody who looks through somebody else's eyes sees everything and changes nothing. */
  isReadOnly: boolean
  onClose: () => void
}

/** The wallet over the page that led to it. */
export default function DataWallet({ isReadOnly, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const { pathname } = useLocation()
  const [opened] = useState(pathname)
  // Its links lead to other pages: nobody would see them under it.
  useEffect(() => {
    if (pathname !== opened) setOpen(false)
  }, [pathname, opened])
  return (
    <Dialog opened={isOpen} onClose={() => setOpen(false)} onExitTransitionEnd={onClose} title="Data Wallet" size={640}>
      <Wallet isReadOnly={isReadOnly} />
      <Anchor
        component={Link}
        to={pathTo('wallet')}
        size="sm"
        mt="md"
        display="inline-block"
        onClick={() => setOpen(false)}
      >
        Open on a page of its own
      </Anchor>
    </Dialog>
  )
}
