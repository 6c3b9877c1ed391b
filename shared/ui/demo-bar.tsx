/** The bar above every screen of a demo. */
import { uiText } from './text.ts';

export const DemoBar = () => <div class="notice demo">{uiText.demo.bar}</div>;
