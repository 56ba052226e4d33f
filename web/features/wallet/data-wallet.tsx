import { useState } from 'react'
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
  return (
    <Dialog opened={isOpen} onClose={() => setOpen(false)} onExitTransitionEnd={onClose} title="Data Wallet" size={640}>
      <Wallet isReadOnly={isReadOnly} />
    </Dialog>
  )
}
