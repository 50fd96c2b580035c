import { Drawer, type DrawerProps } from 'antd'
import { LayerBeneath, useLayerClose } from './layer-beneath.ts'

/** A drawer in which dialogs are opened: Escape closes one after the other, however fast it is pressed. */
export function PageDrawer({ children, ...props }: DrawerProps) {
  const handleClose = useLayerClose(props.open, props.onClose as ((event: unknown) => void) | undefined)
  return (
    <Drawer {...props} onClose={handleClose}>
      <LayerBeneath value={handleClose}>{children}</LayerBeneath>
    </Drawer>
  )
}
