import { Modal, type ModalProps } from 'antd'
import { useLayoutEffect, useState } from 'react'
import { LayerBeneath, useLayerClose } from './layer-beneath.ts'

/**
 * A dialog of a page; a click outside closes nothing. antd's modal throws when a cached page is shown again while the
 * modal is open, so this one is unmounted while its page is hidden, which is when effects end, and mounted again
 * afterwards. The state of the dialog's component and its form stays.
 */
export function PageModal({
  mask = { closable: false },
  cancelText = '取消',
  children,
  ...props
}: ModalProps) {
  const handleCancel = useLayerClose(props.open, props.onCancel as ((event: unknown) => void) | undefined)
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [])
  return (
    shown && (
      <Modal {...props} mask={mask} cancelText={cancelText} onCancel={handleCancel}>
        <LayerBeneath value={handleCancel}>{children}</LayerBeneath>
      </Modal>
    )
  )
}
