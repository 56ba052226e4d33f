import { Collapse, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { type ReactNode, useId } from 'react'
import classes from './disclosure.module.css'

type Props = { label: ReactNode; children: ReactNode; defaultOpened?: boolean; disabled?: boolean }

/** A line that folds what belongs to it away. */
export function Disclosure({ label, children, defaultOpened = false, disabled = false }: Props) {
  const [opened, { toggle }] = useDisclosure(defaultOpened)
  const id = useId()
  return (
    <div>
      <UnstyledButton
        className={classes.line}
        aria-expanded={opened}
        aria-controls={id}
        disabled={disabled}
        onClick={toggle}
      >
        <IconChevronRight className={classes.mark} size={16} aria-hidden />
        {label}
      </UnstyledButton>
      <Collapse id={id} expanded={opened}>
        <div className={classes.content}>{children}</div>
      </Collapse>
    </div>
  )
}
