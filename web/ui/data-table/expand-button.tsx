import { ActionIcon } from '@mantine/core'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import classes from './data-table.module.css'

type Props = { label: string; open: boolean; onClick: () => void }

export function ExpandButton({ label, open, onClick }: Props) {
  return (
    <ActionIcon aria-label={label} aria-expanded={open} onClick={onClick}>
      <IconChevronRight className={classes.chevron} size={16} />
    </ActionIcon>
  )
}
