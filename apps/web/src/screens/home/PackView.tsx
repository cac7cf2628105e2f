import { memo } from 'react';
import type { PackSample } from '@batbot/core';
import { Cells } from './Cells.tsx';
import { Faults } from './Faults.tsx';
import { HeroCards } from './HeroCards.tsx';
import { PackDetails } from './PackDetails.tsx';
import { Switches } from './Switches.tsx';
import { Temperatures } from './Temperatures.tsx';

/** Everything one reply told, in the order of importance. Rendered once for each reply. */
export const PackView = memo(({ sample }: { readonly sample: PackSample }) => (
  <>
    <HeroCards sample={sample} />
    <Faults sample={sample} />
    <Cells sample={sample} />
    <div className="home__panels">
      <Temperatures celsius={sample.temperaturesC} />
      <Switches switches={sample.switches} />
      <PackDetails sample={sample} />
    </div>
  </>
));
PackView.displayName = 'PackView';
