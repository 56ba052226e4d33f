import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import classes from './copy-text.module.css'

type Props = { value: string /** What is copied, for the button's name. */; label: string }

/** A text to be taken elsewhere: shown whole, however long, with a button that copies it. */
export function CopyText({ value, label }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  const said = error ? 'Copying is not allowed here' : 'Copied'
  return (
    <span className={classes.line}>
      <span className={classes.text}>{value}</span>
      <Tooltip label={copied || error ? said : `Copy ${label}`}>
        <ActionIcon size={24} aria-label={`Copy ${label}`} onClick={() => copy(value)}>
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{copied || error ? said : ''}</VisuallyHidden>
    </span>
  )
}
