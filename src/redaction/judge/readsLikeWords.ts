// The pairs of letters that make up nearly all of English and of names in code. Random letters match about a third of the time.
const commonPairs = new Set(
  `th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea
  ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie
  wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab
  gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da yo cr cl du
  ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib tl ny ki rk ys
  ob mm fu ph og ms ye ud mb ip ub oi rl gu dr cc tw ft wn nu af hu nn eo vo rv nf xp gn sm fl iz ok nl my gl aw ju oa sy
  sl ps ef ks az`.split(/\s+/),
);

const longestRead = 48;

/** Tells whether the letters of a value follow each other as in words; random letters do not. */
export function readsLikeWords(value: string): boolean {
  const head = value.slice(0, longestRead).toLowerCase();
  let pairs = 0;
  let common = 0;
  for (let at = 1; at < head.length; at++) {
    const pair = head.slice(at - 1, at + 1);
    if (!/^[a-z]{2}$/.test(pair)) continue;
    pairs++;
    if (commonPairs.has(pair)) common++;
  }
  return pairs === 0 || common >= pairs * 0.66;
}
