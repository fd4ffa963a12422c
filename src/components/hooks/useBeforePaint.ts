'use client';
import { useEffect, useLayoutEffect } from 'react';

/** A layout effect; on a server, where React 18 warns about those, an effect that never runs. */
export const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;
