import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { MapShape } from '#shared/model/map-shape.ts'
import type { Drawing, DrawingKind, LoadDrawing } from './drawing.ts'
import classes from './targeting.module.css'

type Props = {
  mapsKey: string
  load: LoadDrawing
  isFinding: boolean
  onFind: (shape: MapShape) => void
}

const kinds: { value: DrawingKind; label: string }[] = [
  { value: 'circle', label: 'Circle' },
  { value: 'polygon', label: 'Shape' },
]
const help: Record<DrawingKind, string> = {
  circle: 'Click where the middle is. Drag the edge of the circle to make it larger or smaller.',
  polygon: 'Click the corners one after the other. Drag them to change the shape.',
}
const isKind = (text: string): text is DrawingKind => kinds.some(({ value }) => value === text)

/** A map to draw on. For people who cannot use it the fields below it do the same. */
export function MapCanvas({ mapsKey, load, isFinding, onFind }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [turn, setTurn] = useState(0)
  const [kind, setKind] = useState<DrawingKind>('circle')
  const [shape, setShape] = useState<MapShape | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn tries once more.
  useEffect(() => {
    let isLate = false
    setStatus('loading')
    load(mapsKey).then(
      (open) => {
        if (isLate || !element.current) return
        drawing.current = open({
          element: element.current,
          onShape: setShape,
          onFailure: () => setStatus('failed'),
        })
        setStatus('ready')
      },
      () => isLate || setStatus('failed'),
    )
    return () => {
      isLate = true
      drawing.current?.close()
      drawing.current = undefined
    }
  }, [mapsKey, load, turn])

  const change = (next: string) => {
    if (!isKind(next)) return
    setKind(next)
    drawing.current?.use(next)
  }
  if (status === 'failed')
    return (
      <Group gap="sm" role="alert">
        <Text size="sm" c="dimmed">
          The map cannot be shown at the moment. The fields below do the same.
        </Text>
        <Button variant="default" size="xs" onClick={() => setTurn(turn + 1)}>
          Try again
        </Button>
      </Group>
    )
  return (
    <Stack gap="xs">
      <SegmentedControl aria-label="What to draw" data={kinds} value={kind} onChange={change} w="fit-content" />
      <Skeleton visible={status === 'loading'}>
        <div ref={element} className={classes.map} role="application" aria-label="Map to draw on" />
      </Skeleton>
      <Text size="xs" c="dimmed">
        {help[kind]}
      </Text>
      <Group gap="xs">
        <Button variant="default" disabled={shape === null} loading={isFinding} onClick={() => shape && onFind(shape)}>
          Add zip codes of the {kind === 'circle' ? 'circle' : 'shape'}
        </Button>
        <Button variant="subtle" disabled={shape === null} onClick={() => drawing.current?.clear()}>
          Clear
        </Button>
      </Group>
    </Stack>
  )
}
