import { Modal, type ModalProps } from 'antd'
import { useLayoutEffect, useState } from 'react'

/**
 * A dialog of a page; a click beside it closes nothing. antd's own throws when a kept page shows again while it is
 * open, so this one is taken away as long as its page is hidden, which is when effects end, and put up afterwards.
 * What the dialog's component and its form hold stays.
 */
export function PageModal({ mask = { closable: false }, cancelText = '取消', ...props }: ModalProps) {
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [])
  return shown && <Modal {...props} mask={mask} cancelText={cancelText} />
}
