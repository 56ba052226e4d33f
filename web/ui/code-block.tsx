import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useId } from 'react'
import classes from './code-block.module.css'

type Props = {
  /** What it is, such as where it belongs. */
  label: string
  code: string
}

/** Text for a machine: as it is, read from the left, with a button that copies it whole. */
export function CodeBlock({ label, code }: Props) {
  const id = useId()
  return (
    <figure className={classes.frame} aria-labelledby={id}>
      <Group component="figcaption" className={classes.head} justify="space-between" wrap="nowrap" gap="xs">
        <Text component="span" size="xs" c="dimmed" id={id}>
          {label}
        </Text>
        <CopyButton value={code} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={copied ? 'Copied' : `Copy ${label}`}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block className={classes.code} dir="ltr" translate="no" tabIndex={0} role="region" aria-labelledby={id}>
        {code}
      </Code>
    </figure>
  )
}
