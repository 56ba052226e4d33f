import { Button, Group, Modal, Text } from '@mantine/core'
import { forget } from '../../api/session.ts'

export function SessionEnded({ opened }: { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={forget} title="Session Ended" zIndex={1000}>
      <Text>Your session has ended. Please log in again to continue.</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={forget} data-autofocus>
          Log in
        </Button>
      </Group>
    </Modal>
  )
}
