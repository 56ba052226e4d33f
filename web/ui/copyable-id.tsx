import { Tooltip, UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import classes from './copyable-id.module.css'

type Props = { value: string; label?: string }

/** An id that is copied by a press. Long ones are cut in view and copied whole. */
export function CopyableId({ value, label = 'Copy id' }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  const said = error ? 'Copying is not allowed here' : 'Copied'
  return (
    <Tooltip label={copied || error ? said : label}>
      <UnstyledButton className={classes.id} onClick={() => copy(value)} aria-label={`${label} ${value}`}>
        <span className={classes.text}>{value}</span>
        {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        <span className={classes.said} role="status">
          {copied || error ? said : ''}
        </span>
      </UnstyledButton>
    </Tooltip>
  )
}
