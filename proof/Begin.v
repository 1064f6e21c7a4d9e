(* The assembly of internal/dfa for one text, begin, and the proof that it leads
   where stepping through the tables leads.

   begin is given masks of the bytes that it loads. How the vector instructions make a
   mask is not modelled: a test in Go decides for each byte, place and set that the mask
   is right. What is done with masks and positions is modelled instruction by
   instruction, with the names of the Go code and the assembly: HEAD, EXIT, the lists of
   positions. The checks for pages, which only choose between begin and run, are left
   out: with them, the result is one that the theorem also covers. *)

From Coq Require Import List NArith Bool Lia.
From Urn Require Import Abnf Check Loop Masks.
Import ListNotations.
Open Scope N_scope.

Section Begin.
Variable m : machine.
Variable h : shortcuts.

(* The bytes of memory from the beginning of the text on, and the masks of 64 of them:
   mask k i is that of set k from position i on, and leads i that of Lead. *)
Variable mem : N -> byte.
Variable mask : N -> N -> N.
Variable leads : N -> N.

Definition escapes (i : N) : N := N.land (N.land (leads i) (shr (mask 1 i) 1)) (shr (mask 2 i) 2).

Fixpoint fits_mem (w : list (N * N)) (i : N) : bool :=
  match w with
  | [] => true
  | (x, f) :: w' => if N.lor (to_N (mem i)) f =? x then fits_mem w' (i + 1) else false
  end.

(* HEAD at position at_: where the first region begins. *)
Definition beginsRun : N := 32.
Definition endsRun : N := 64.
Definition beginsRegion : N := 128.
Definition head_run (at_ : N) : N := tzcnt (N.lnot (shr (bzhi 32 (mask 0 at_)) 4) 32).
Definition HEAD (at_ : N) : option N :=
  let n := head_run at_ in
  if negb (N.testbit (lengths h) n) then None
  else if N.land beginsRun (delim h (mem (at_ + 4))) =? 0 then None
  else if N.land endsRun (delim h (mem (at_ + 3 + n))) =? 0 then None
  else if negb (Byte.eqb (mem (at_ + 4 + n)) (h_end h)) then None
  else if N.land beginsRegion (delim h (mem (at_ + 5 + n))) =? 0 then None
  else if fits_mem (except h) (at_ + 4) then None
  else Some (5 + n).

(* EXIT at position p of a region, of which q is the state and a the Accel: the exit, or
   nothing. next_ is the next position in the list. *)
Definition EXIT (p a next_ : N) : option exit :=
  let x := exits h (N.land (delim h (mem p)) 12 + N.land (delim h (mem (p + 1))) 3 + N.land a 112 - 16) in
  if N.land a 112 =? 0 then None
  else if x_width x =? 0 then None
  else if next_ <? p + x_width x + shr (x_first x) 4 then None
  else if negb (N.land (x_first x) (delim h (mem (p + x_width x))) =? 0) then None
  else if N.land (x_accel x) 8 =? 0 then None
  else Some x.

(* From region to region, to the end of the text or to where no exit is. The list goes on
   after p. Captures are relative to from. *)
Fixpoint hops (stop : N -> bool) (from p q a : N) (l : list N) (c : captures) : result :=
  if stop p then (p, q, c) else
  match l with
  | [] => (p, q, c)
  | p' :: l' =>
    match EXIT p a p' with
    | None => (p, q, c)
    | Some x => hops stop from p' (x_state x) (x_accel x) l' (store (x_mark x) (p + x_width x - from) c)
    end
  end.

Section Text.
Variable len : N.

(* The block at position cx. It takes 62 bytes, or all that are left. body is the mask of
   SetBody of the 64 bytes that are loaded. *)
Fixpoint blocks (fuel : nat) (cx body : N) (l : list N) : list N :=
  match fuel with
  | O => l ++ [0]
  | S fuel' =>
    let at_ := N.min cx (len - 64) in
    let n := if cx <? len - 64 then 62 else len - cx in
    let x := bzhi n (shr (not64 (N.lor body (escapes at_))) (cx - at_)) in
    let k := (length l + N.to_nat (popcnt x))%nat in
    let l' := l ++ map (N.add cx) (picks 4 x) in
    if Nat.leb 4 k then firstn 4 l' ++ [0]
    else if cx + n =? len then firstn k l' ++ [len]
    else blocks fuel' (cx + n) (mask 3 (N.min (cx + n) (len - 64))) (firstn k l')
  end.
(* Blocks without special bytes and leads: the position of the first other one, or len. *)
Fixpoint plain (fuel : nat) (cx : N) : N :=
  match fuel with
  | O => cx
  | S fuel' =>
    let cx' := N.min (cx + 64) (len - 64) in
    if not64 (mask 3 cx') =? 0 then if cx' =? len - 64 then len else plain fuel' cx' else cx'
  end.

Definition regions (r : N) (l : list N) : result :=
  match l with
  | p :: l' => hops (N.eqb len) 0 p (region h) (accel h (region h)) l' (store (snd (delimiter h)) r [])
  | [] => (4, begin h, [])
  end.
Definition found (r : N) (l : list N) : result :=
  match l with
  | p :: _ => if p =? r then (4, begin h, []) else regions r l
  | [] => (4, begin h, [])
  end.
Definition maxLen : N := 2147483647.
(* begin itself. *)
Definition Begin : result :=
  if len <? 8 then (0, start m, []) else if maxLen <? len then (0, start m, [])
  else if negb (fits_mem (prefix h) 0) then (0, start m, [])
  else match HEAD 0 with
  | None => (4, begin h, [])
  | Some r =>
    if len <=? 64 then
      if len <=? r then (4, begin h, [])
      else
        let x := not64 (bzhi len (mask 3 0)) in
        if tzcnt x =? len then regions r [len]
        else
          let e := not64 (bzhi (len - 2) (escapes 0)) in
          let y := shl64 (shr (N.land x e) r) r in
          if tzcnt y =? len then regions r [len] else found r (picks 4 y ++ [0])
    else
      let fuel := N.to_nat len in
      let body := N.lor (mask 3 0) (N.ones r) in
      if not64 body =? 0 then
        let cx := plain fuel 0 in
        if cx =? len then regions r [len]
        else let cx' := N.max cx r in found r (blocks fuel cx' (mask 3 (N.min cx' (len - 64))) [])
      else found r (blocks fuel 0 body [])
  end.
End Text.

(* The check. Loop.v has the check of the tables' fields. This one is of what begin
   takes for granted besides: a region is looked at with SetBody and escapes, and the
   next one may begin with an escape. *)
Definition targets (q : N) : list N :=
  let a := accel h q in
  if N.land a 112 =? 0 then [] else
  flat_map (fun i => let x := exits h (N.of_nat i + N.land a 112 - 16) in
    if x_width x =? 0 then [] else if N.land (x_accel x) 8 =? 0 then [] else [x_state x]) (seq 0 16).
Definition among (q : N) (l : list N) : bool := existsb (N.eqb q) l.
Fixpoint close (fuel : nat) (l : list N) : list N :=
  match fuel with
  | O => l
  | S fuel' => close fuel' (fold_right (fun q l => if among q l then l else q :: l) l (flat_map targets l))
  end.
(* The states of the regions that exits lead to, and that of the first one. *)
Definition regionStates : list N := close 8 [region h].
Definition is_region (q : N) : bool :=
  let a := accel h q in
  if a =? 0 then false else if counted <=? a then false else if N.land a 8 =? 0 then false else among q regionStates.
Definition ok_region_exit (q a : N) (b b1 : byte) : bool :=
  let x := exits h (N.land (delim h b) 12 + N.land (delim h b1) 3 + N.land a 112 - 16) in
  if x_width x =? 0 then true
  else if N.land (x_accel x) 8 =? 0 then true
  else if accepting m (x_state x) then
    let u := fst (next m q b) in
    let (v, w) := if x_width x =? 1 then (u, goes m q b u (x_mark x))
      else (fst (next m u b1), if x_width x =? 2 then if goes m q b u 0 then goes m u b1 (fst (next m u b1)) (x_mark x) else false else false) in
    if w then if x_accel x =? accel h (x_state x) then if is_region (x_state x) then
      if x_first x =? 0 then v =? x_state x
      else if x_first x =? notfirst then
        if every (fun e => if set h 3 e then if N.land notfirst (delim h e) =? 0 then goes m v e (x_state x) 0 else true else true)
        then pair_eqb (next m v (lead h)) (next m (x_state x) (lead h)) else false
      else false
    else false else false else false
  else false.
Definition ok_region (q : N) : bool :=
  let a := accel h q in
  if is_region q then
    if every (fun b => if set h 3 b then set h (N.land a 7) b else true) then
      if N.land a 112 =? 0 then true
      else every (fun b => if set h 3 b then true else every (ok_region_exit q a b))
    else false
  else true.
Definition ok_head_byte (b : byte) : bool :=
  if if N.land beginsRun (delim h b) =? 0 then true else negb (fst (next m (begin h) b) =? 0) then
    if if N.land endsRun (delim h b) =? 0 then true else set h (h_last h) b then
      if N.land beginsRegion (delim h b) =? 0 then true else negb (fst (next m (fst (delimiter h)) b) =? 0)
    else false
  else false.
Definition ok_length (n : nat) : bool :=
  if N.testbit (lengths h) (N.of_nat n) then
    if N.of_nat n <=? h_max h then pair_eqb (next m (chain h + N.of_nat n) (h_end h)) (delimiter h) else false
  else true.
Definition ok_begin : bool :=
  if forallb ok_region (all_states h) then
    if every (fun b => if set h 1 b then set h 3 b else if set h 2 b then set h 3 b else true) then
      if is_region (region h) then
        if accepting m (region h) then
          let u := next m (fst (delimiter h)) (lead h) in
          if if fst u =? 0 then true else pair_eqb u (next m (region h) (lead h)) then
            if set h 0 (h_end h) then false else if every ok_head_byte then forallb ok_length (seq 0 29) else false
          else false
        else false
      else false
    else false
  else false.

(* The proof. *)

Hypothesis Loop_ok : ok_loop m h = true.
Hypothesis Known : forall q, accel h q <> 0 -> In q (all_states h).
Hypothesis Ok : ok_begin = true.
(* The masks are right. *)
Hypothesis Masks : forall k i, is (mask k i) (fun j => set h k (mem (i + j))).
Hypothesis Leads : forall i, is (leads i) (fun j => Byte.eqb (mem (i + j)) (lead h)).

Lemma begin_parts : forallb ok_region (all_states h) = true /\
  (forall b, set h 1 b = true -> set h 3 b = true) /\ (forall b, set h 2 b = true -> set h 3 b = true) /\
  is_region (region h) = true /\ accepting m (region h) = true /\
  (fst (next m (fst (delimiter h)) (lead h)) <> 0 -> next m (fst (delimiter h)) (lead h) = next m (region h) (lead h)) /\
  set h 0 (h_end h) = false /\ (forall b, ok_head_byte b = true) /\ forallb ok_length (seq 0 29) = true.
Proof.
  pose proof Ok as K. unfold ok_begin in K.
  destruct (forallb ok_region (all_states h)); [|discriminate].
  destruct (every (fun b => if set h 1 b then set h 3 b else if set h 2 b then set h 3 b else true)) eqn:E; [|discriminate].
  destruct (is_region (region h)); [|discriminate].
  destruct (accepting m (region h)); [|discriminate].
  cbv zeta in K.
  destruct (if fst (next m (fst (delimiter h)) (lead h)) =? 0 then true
    else pair_eqb (next m (fst (delimiter h)) (lead h)) (next m (region h) (lead h))) eqn:L; [|discriminate].
  destruct (set h 0 (h_end h)); [discriminate|]. destruct (every ok_head_byte) eqn:B; [|discriminate].
  split; auto.
  split. { intros b Hb. pose proof (every_all _ E b) as X. cbn beta in X. rewrite Hb in X. auto. }
  split. { intros b Hb. pose proof (every_all _ E b) as X. cbn beta in X. rewrite Hb in X. destruct (set h 1 b); auto. }
  split; auto. split; auto. split.
  - intros Z. destruct (N.eqb_spec (fst (next m (fst (delimiter h)) (lead h))) 0); [tauto|]. apply pair_eqb_eq. exact L.
  - split; auto. split; auto. apply every_all. exact B.
Qed.
Lemma region_below : forall q, is_region q = true -> accel h q <> 0 /\ accel h q < counted /\ N.land (accel h q) 8 <> 0.
Proof.
  unfold is_region. intros q H. destruct (N.eqb_spec (accel h q) 0); [discriminate|].
  destruct (N.leb_spec counted (accel h q)); [discriminate|]. destruct (N.eqb_spec (N.land (accel h q) 8) 0); [discriminate|auto].
Qed.
Lemma region_parts : forall q, is_region q = true ->
  (forall b, set h 3 b = true -> set h (N.land (accel h q) 7) b = true) /\
  ok_loops m h q (accel h q) = true /\
  (N.land (accel h q) 112 <> 0 -> forall b b1, set h 3 b = false -> ok_region_exit q (accel h q) b b1 = true).
Proof.
  intros q H. destruct (region_below _ H) as (Z & C & E). destruct begin_parts as (R & _).
  destruct (state_ok m h Loop_ok Known q Z C) as (_ & Lo & _).
  eapply forallb_forall in R; [|apply Known; exact Z]. unfold ok_region in R. rewrite H in R.
  destruct (every (fun b => if set h 3 b then set h (N.land (accel h q) 7) b else true)) eqn:S; [|discriminate].
  split. { intros b Hb. pose proof (every_all _ S b) as X. cbn beta in X. rewrite Hb in X. auto. }
  split; auto. intros Hx b b1 Hb. destruct (N.eqb_spec (N.land (accel h q) 112) 0); [tauto|].
  pose proof (every_all _ R b) as X. cbn beta in X. rewrite Hb in X. apply (every_all _ X b1).
Qed.

(* A text that lies in memory from position t on, and ends at e. A byte of it is special if
   it is not in SetBody and begins no escape. *)
Section At.
Variable t e : N.
Definition tail (i : N) : bytes := map (fun n => mem (i + N.of_nat n)) (seq 0 (N.to_nat (e - i))).
Definition from (i q : N) (c : captures) : result := stepping m (tail i) (i - t) q c.
Definition is_escape (i : N) : bool :=
  Byte.eqb (mem i) (lead h) && set h 1 (mem (i + 1)) && set h 2 (mem (i + 2)) && (i + 2 <? e).
Variable special : N -> bool.
Hypothesis Special : forall i, i < e -> special i = negb (set h 3 (mem i) || is_escape i).
Hypothesis Beyond : forall i, e <= i -> special i = true.

Lemma tail_end : forall i, e <= i -> tail i = [].
Proof. intros i H. unfold tail. replace (N.to_nat (e - i)) with O by lia. auto. Qed.
Lemma tail_cons : forall i, i < e -> tail i = mem i :: tail (i + 1).
Proof.
  intros i H. unfold tail. replace (N.to_nat (e - i)) with (S (N.to_nat (e - (i + 1)))) by lia.
  cbn [seq map]. replace (i + N.of_nat 0) with i by lia. f_equal.
  rewrite <- seq_shift, map_map. apply map_ext. intros a. f_equal. lia.
Qed.
Lemma tail_length : forall i, length (tail i) = N.to_nat (e - i).
Proof. intros i. unfold tail. rewrite map_length, seq_length. auto. Qed.
Lemma tail_skipn : forall n i, skipn n (tail i) = tail (i + N.of_nat n).
Proof.
  induction n as [|n IH]; intros i.
  - cbn [skipn]. f_equal. lia.
  - destruct (N.ltb_spec i e).
    + rewrite tail_cons by auto. cbn [skipn]. rewrite IH. f_equal. lia.
    + rewrite !tail_end by lia. auto.
Qed.
Lemma tail_nth : forall n i, i + N.of_nat n < e -> nth n (tail i) x00 = mem (i + N.of_nat n).
Proof.
  induction n as [|n IH]; intros i H; rewrite tail_cons by lia; cbn [nth].
  - f_equal. lia.
  - rewrite IH by lia. f_equal. lia.
Qed.

Lemma from_goes : forall i q u k c, t <= i -> i < e -> goes m q (mem i) u k = true ->
  from i q c = from (i + 1) u (store k (i + 1 - t) c).
Proof.
  intros i q u k c T L G. unfold from. rewrite (tail_cons i L), (stepping_goes m _ _ _ _ G). f_equal; [|f_equal]; lia.
Qed.
Lemma from_same : forall i q u c, i < e -> next m q (mem i) = next m u (mem i) -> fst (next m q (mem i)) <> 0 -> from i q c = from i u c.
Proof.
  intros i q u c L N0 Z. unfold from. rewrite (tail_cons i L). cbn [stepping]. rewrite N0 in *.
  destruct (next m u (mem i)) as [v k]. cbn [fst] in Z. destruct (N.eqb_spec v 0); [tauto|auto].
Qed.

Lemma escape_parts : forall i, is_escape i = true -> mem i = lead h /\ set h 1 (mem (i + 1)) = true /\ set h 2 (mem (i + 2)) = true /\ i + 2 < e.
Proof.
  unfold is_escape. intros i H. apply andb_prop in H. destruct H as (H & L). apply andb_prop in H. destruct H as (H & H2).
  apply andb_prop in H. destruct H as (H & H1). apply byte_dec_bl in H. apply N.ltb_lt in L. auto.
Qed.
Lemma body_not_special : forall i, i < e -> set h 3 (mem i) = true -> special i = false.
Proof. intros i L B. rewrite Special, B by auto. auto. Qed.

(* The bytes that are not special lead back to the state. *)
Lemma skip : forall n i p q c, (N.to_nat (p - i) <= n)%nat -> t <= i -> i <= p -> p <= e -> is_region q = true ->
  (forall j, i <= j -> j < p -> special j = false) -> special p = true -> from i q c = from p q c.
Proof.
  induction n as [|n IH]; intros i p q c F T L E R S P.
  - replace p with i by lia. auto.
  - destruct (N.eqb_spec i p) as [->|Ne]; auto.
    destruct (region_parts q R) as (Sub & Lo & _). destruct (region_below _ R) as (_ & _ & A8).
    pose proof (S i ltac:(lia) ltac:(lia)) as X. rewrite Special in X by lia.
    destruct (set h 3 (mem i)) eqn:B.
    + rewrite (from_goes i q q 0) by (try lia; eapply ok_loops_set; eauto).
      change (store 0 (i + 1 - t) c) with c. apply IH; auto; try lia. intros j J1 J2. apply S; lia.
    + destruct (is_escape i) eqn:Es; [|discriminate].
      destruct (escape_parts i Es) as (M0 & M1 & M2 & L2).
      destruct begin_parts as (_ & S1 & S2 & _).
      assert (N1 : p <> i + 1). { intros ->. rewrite body_not_special in P by (auto; lia). discriminate. }
      assert (N2 : p <> i + 2). { intros ->. rewrite body_not_special in P by (auto; lia). discriminate. }
      destruct (ok_loops_escape m h q _ _ _ Lo A8 M1 M2) as (u & v & G0 & G1 & G2). rewrite <- M0 in G0.
      rewrite (from_goes i q u 0) by (auto; lia).
      rewrite (from_goes (i + 1) u v 0) by (auto; lia). replace (i + 1 + 1) with (i + 2) by lia.
      rewrite (from_goes (i + 2) v q 0) by (auto; lia). unfold store. cbn [N.eqb].
      apply IH; auto; try lia. intros j J1 J2. apply S; lia.
Qed.

Notation next_at := (next_special e special).
(* A region begins with a byte that is not special. *)
Lemma enter : forall i p v q c, t <= i -> next_at i p -> i < p -> is_region q = true ->
  (set h 3 (mem i) = true -> goes m v (mem i) q 0 = true) ->
  (mem i = lead h -> next m v (lead h) = next m q (lead h)) ->
  from i v c = from p q c.
Proof.
  intros i p v q c T (A & B & C & D) L R Hb Hl.
  transitivity (from i q c); [|eapply skip; eauto].
  destruct (region_parts q R) as (Sub & Lo & _). destruct (region_below _ R) as (_ & _ & A8).
  pose proof (C i ltac:(lia) L) as X. rewrite Special in X by lia.
  destruct (set h 3 (mem i)) eqn:S.
  - destruct (goes_next m _ _ _ _ (Hb eq_refl)) as (E1 & Z).
    assert (G : goes m q (mem i) q 0 = true) by (eapply ok_loops_set; eauto).
    destruct (goes_next m _ _ _ _ G) as (E2 & _). apply from_same; try lia; [congruence|]. rewrite E1. auto.
  - destruct (is_escape i) eqn:Es; [|discriminate]. destruct (escape_parts i Es) as (M0 & M1 & M2 & L2).
    destruct (ok_loops_escape m h q _ _ _ Lo A8 M1 M2) as (u & w & G0 & _ & _).
    destruct (goes_next m _ _ _ _ G0) as (E & Z).
    apply from_same; try lia; rewrite M0; [auto|]. rewrite Hl by auto. rewrite E. auto.
Qed.

Lemma exit_ok : forall p p' q x c, t <= p -> p < e -> special p = true -> is_region q = true ->
  EXIT p (accel h q) p' = Some x -> next_at (p + 1) p' ->
  from p q c = from p' (x_state x) (store (x_mark x) (p + x_width x - t) c) /\
  x_accel x = accel h (x_state x) /\ is_region (x_state x) = true /\ accepting m (x_state x) = true.
Proof.
  intros p p' q x c T L P R X NX.
  assert (Nb : set h 3 (mem p) = false).
  { destruct (set h 3 (mem p)) eqn:B; auto. rewrite body_not_special in P; auto; discriminate. }
  destruct (region_parts q R) as (_ & _ & Ex). unfold EXIT in X.
  destruct (N.eqb_spec (N.land (accel h q) 112) 0) as [|Z]; [discriminate|].
  specialize (Ex Z (mem p) (mem (p + 1)) Nb). unfold ok_region_exit in Ex.
  set (y := exits h (N.land (delim h (mem p)) 12 + N.land (delim h (mem (p + 1))) 3 + N.land (accel h q) 112 - 16)) in *.
  destruct (N.eqb_spec (x_width y) 0) as [|W0]; [discriminate|].
  destruct (N.ltb_spec p' (p + x_width y + shr (x_first y) 4)) as [|L']; [discriminate|].
  destruct (N.eqb_spec (N.land (x_first y) (delim h (mem (p + x_width y)))) 0) as [F|]; [|discriminate]. cbn [negb] in X.
  destruct (N.eqb_spec (N.land (x_accel y) 8) 0) as [|A8]; [discriminate|].
  inversion X; subst x. clear X.
  destruct (accepting m (x_state y)) eqn:Acc; [|discriminate]. cbv zeta in Ex.
  pose proof NX as (N1 & N2 & N3 & N4).
  (* The delimiter leads to v. *)
  assert (V : exists v, from p q c = from (p + x_width y) v (store (x_mark y) (p + x_width y - t) c) /\
    (if x_accel y =? accel h (x_state y) then if is_region (x_state y) then
      if x_first y =? 0 then v =? x_state y
      else if x_first y =? notfirst then
        if every (fun e => if set h 3 e then if N.land notfirst (delim h e) =? 0 then goes m v e (x_state y) 0 else true else true)
        then pair_eqb (next m v (lead h)) (next m (x_state y) (lead h)) else false
      else false
    else false else false) = true).
  { destruct (N.eqb_spec (x_width y) 1) as [W|W].
    - exists (fst (next m q (mem p))). destruct (goes m q (mem p) (fst (next m q (mem p))) (x_mark y)) eqn:G; [|discriminate].
      split; [|exact Ex]. rewrite W. apply from_goes; auto.
    - destruct (N.eqb_spec (x_width y) 2) as [W2|]; [|discriminate].
      set (u := fst (next m q (mem p))) in *. exists (fst (next m u (mem (p + 1)))).
      destruct (goes m q (mem p) u 0) eqn:G; [|discriminate].
      destruct (goes m u (mem (p + 1)) (fst (next m u (mem (p + 1)))) (x_mark y)) eqn:G1; [|discriminate].
      split; [|exact Ex]. rewrite W2 in *.
      rewrite (from_goes p q u 0) by auto. rewrite (from_goes (p + 1) u _ (x_mark y)) by (try lia; exact G1).
      replace (p + 1 + 1) with (p + 2) by lia. reflexivity. }
  destruct V as (v & V & K). rewrite V. clear V Ex.
  destruct (N.eqb_spec (x_accel y) (accel h (x_state y))) as [EA|]; [|discriminate].
  destruct (is_region (x_state y)) eqn:Ry; [|discriminate].
  split; [|auto].
  set (c' := store (x_mark y) (p + x_width y - t) c).
  destruct (N.eqb_spec (x_first y) 0) as [F0|F0].
  - apply N.eqb_eq in K. subst v. rewrite F0 in L'. change (shr 0 4) with 0 in L'.
    eapply skip; eauto; try lia. intros j J1 J2. apply N3; lia.
  - destruct (N.eqb_spec (x_first y) notfirst) as [F1|]; [|discriminate]. rewrite F1 in *.
    change (shr notfirst 4) with 1 in L'.
    destruct (every _) eqn:Ev; [|discriminate]. apply pair_eqb_eq in K.
    apply enter; auto; try lia.
    + split; [lia|]. split; auto. split; auto. intros j J1 J2. apply N3; lia.
    + intros Hb. pose proof (every_all _ Ev (mem (p + x_width y))) as Y. cbn beta in Y. rewrite Hb, F in Y. exact Y.
Qed.

Lemma hops_ok : forall stop, stop e = true ->
  forall l p q c, t <= p -> p <= e -> special p = true -> is_region q = true -> accepting m q = true ->
  (p < e -> good e special (p + 1) l) ->
  let '(p', q', c') := hops stop t p q (accel h q) l c in
  from p q c = from p' q' c' /\ p <= p' /\ p' <= e /\ accepting m q' = true.
Proof.
  intros stop St. induction l as [|p' l IH]; intros p q c T L P R A G; cbn [hops]; destruct (stop p) eqn:Sp.
  1-3: repeat split; auto; lia.
  - assert (Ne : p <> e) by congruence.
    destruct (EXIT p (accel h q) p') as [x|] eqn:X; [|repeat split; auto; lia].
    cbn [good] in G. destruct (G ltac:(lia)) as [->|(NX & G')]; clear G.
    { exfalso. unfold EXIT in X. destruct (N.land (accel h q) 112 =? 0); [discriminate|].
      destruct (N.eqb_spec (x_width (exits h (N.land (delim h (mem p)) 12 + N.land (delim h (mem (p + 1))) 3 + N.land (accel h q) 112 - 16))) 0); [discriminate|].
      destruct (N.ltb_spec 0 (p + x_width (exits h (N.land (delim h (mem p)) 12 + N.land (delim h (mem (p + 1))) 3 + N.land (accel h q) 112 - 16)) +
        shr (x_first (exits h (N.land (delim h (mem p)) 12 + N.land (delim h (mem (p + 1))) 3 + N.land (accel h q) 112 - 16))) 4)); [discriminate|lia]. }
    destruct (exit_ok p p' q x c T ltac:(lia) P R X NX) as (F & EA & Rx & Ax).
    pose proof NX as (N1 & N2 & N3 & N4). rewrite EA.
    specialize (IH p' (x_state x) (store (x_mark x) (p + x_width x - t) c) ltac:(lia) N2 N4 Rx Ax G').
    destruct (hops stop t p' (x_state x) (accel h (x_state x)) l _) as [[p1 q1] c1].
    destruct IH as (I1 & I2 & I3 & I4). rewrite F. repeat split; auto; lia.
Qed.

(* The length of the counted run. *)
Lemma run_bits : is (N.lnot (shr (bzhi 32 (mask 0 t)) 4) 32)
  (fun j => if j <? 32 then negb ((j + 4 <? 32) && set h 0 (mem (t + (j + 4)))) else false).
Proof.
  pose proof (is_shr _ _ 4 (is_bzhi _ _ 32 (Masks 0 t))) as B. intros j.
  destruct (N.ltb_spec j 32) as [L|L].
  - rewrite N.lnot_spec_low by auto. rewrite (B j). unfold size.
    destruct (N.ltb_spec j 64); [|lia]. destruct (N.ltb_spec (j + 4) 64); [|lia]. cbn [andb]. auto.
  - rewrite N.lnot_spec_high by auto. rewrite (B j).
    destruct (N.ltb_spec (j + 4) 32); [lia|]. rewrite !andb_false_r. auto.
Qed.
Lemma head_run_ok : let n := head_run t in n <= 28 /\ (forall j, j < n -> set h 0 (mem (t + 4 + j)) = true) /\
  (n < 28 -> set h 0 (mem (t + 4 + n)) = false).
Proof.
  destruct (tzcnt_first _ _ run_bits) as (A & B & C). fold (head_run t) in *. cbv zeta. set (n := head_run t) in *.
  assert (L : n <= 28).
  { destruct (N.leb_spec n 28) as [|L]; auto. specialize (B 28 L). discriminate. }
  split; auto. split.
  - intros j Hj. specialize (B j Hj). cbn beta in B. destruct (N.ltb_spec j 32); [|lia].
    destruct (N.ltb_spec (j + 4) 32); [|lia]. replace (t + 4 + j) with (t + (j + 4)) by lia.
    destruct (set h 0 (mem (t + (j + 4)))); [auto|discriminate].
  - intros Hn. unfold size in C. specialize (C ltac:(lia)). destruct (N.ltb_spec n 32); [|lia].
    destruct (N.ltb_spec (n + 4) 32); [|lia]. replace (t + 4 + n) with (t + (n + 4)) by lia.
    destruct (set h 0 (mem (t + (n + 4)))); [discriminate|auto].
Qed.
Lemma span_tail : forall n i, (forall j, j < N.of_nat n -> set h 0 (mem (i + j)) = true) ->
  set h 0 (mem (i + N.of_nat n)) = false -> i + N.of_nat n < e -> span h (tail i) 0 = n.
Proof.
  induction n as [|n IH]; intros i A B L; rewrite (tail_cons i) by lia; cbn [span].
  - replace (i + N.of_nat 0) with i in B by lia. rewrite B. auto.
  - rewrite <- (N.add_0_r i) at 1. rewrite A by lia. f_equal. apply IH; try lia.
    + intros j Hj. replace (i + 1 + j) with (i + (j + 1)) by lia. apply A. lia.
    + replace (i + 1 + N.of_nat n) with (i + N.of_nat (S n)) by lia. auto.
Qed.
Lemma fits_tail : forall w i, fits_word w (tail i) = true -> fits_mem w i = true.
Proof.
  induction w as [|[x f] w IH]; intros i H; cbn in *; auto.
  destruct (N.ltb_spec i e) as [L|L]; [|rewrite tail_end in H by auto; discriminate].
  rewrite tail_cons in H by auto. destruct (N.lor (to_N (mem i)) f =? x); auto.
Qed.
Lemma mem_fits : forall w i, i + N.of_nat (length w) <= e -> fits_mem w i = true -> fits_word w (tail i) = true.
Proof.
  induction w as [|[x f] w IH]; intros i L H; cbn in *; auto.
  rewrite tail_cons by lia. destruct (N.lor (to_N (mem i)) f =? x); auto. apply IH; auto. lia.
Qed.

(* A text that begins with the prefix. *)
Lemma prefix_from : t + 4 <= e -> fits_mem (prefix h) t = true -> forall c, from t (start m) c = from (t + 4) (begin h) c.
Proof.
  intros L F c. destruct (ok_parts m h Loop_ok) as (_ & _ & L4 & P).
  assert (W : fits_word (prefix h) (tail t) = true) by (apply mem_fits; [rewrite L4; lia|auto]).
  unfold from. rewrite (prefix_ok m h _ _ P _ W), L4, tail_skipn.
  replace (t - t + N.of_nat 4) with (t + 4 - t) by lia. auto.
Qed.

(* HEAD says of the tables what they say. *)
Lemma HEAD_parts : forall r, HEAD t = Some r -> let n := head_run t in
  n <= h_max h /\ fst (next m (begin h) (mem (t + 4))) <> 0 /\ set h (h_last h) (mem (t + 3 + n)) = true /\
  next m (chain h + n) (mem (t + 4 + n)) = delimiter h /\ set h 0 (mem (t + 4 + n)) = false /\
  fst (next m (fst (delimiter h)) (mem (t + 5 + n))) <> 0 /\ fits_mem (except h) (t + 4) = false /\ r = 5 + n.
Proof.
  intros r H. unfold HEAD in H. destruct head_run_ok as (N28 & _). cbv zeta in *. set (n := head_run t) in *.
  destruct begin_parts as (_ & _ & _ & _ & _ & _ & E0 & Bs & Ls).
  destruct (N.testbit (lengths h) n) eqn:Ln; [|discriminate]. cbn [negb] in H.
  destruct (N.land beginsRun (delim h (mem (t + 4))) =? 0) eqn:D1; [discriminate|].
  destruct (N.land endsRun (delim h (mem (t + 3 + n))) =? 0) eqn:D2; [discriminate|].
  destruct (Byte.eqb (mem (t + 4 + n)) (h_end h)) eqn:D3; [|discriminate]. cbn [negb] in H.
  destruct (N.land beginsRegion (delim h (mem (t + 5 + n))) =? 0) eqn:D4; [discriminate|].
  destruct (fits_mem (except h) (t + 4)); [discriminate|].
  apply byte_dec_bl in D3. rewrite D3.
  assert (In_ : In (N.to_nat n) (seq 0 29)) by (apply in_seq; lia).
  pose proof (proj1 (forallb_forall _ _) Ls _ In_) as L. unfold ok_length in L. rewrite Nnat.N2Nat.id, Ln in L.
  destruct (N.leb_spec n (h_max h)); [|discriminate]. apply pair_eqb_eq in L.
  pose proof (Bs (mem (t + 4))) as B1. unfold ok_head_byte in B1. rewrite D1 in B1.
  pose proof (Bs (mem (t + 3 + n))) as B2. unfold ok_head_byte in B2. rewrite D2 in B2.
  pose proof (Bs (mem (t + 5 + n))) as B4. unfold ok_head_byte in B4. rewrite D4 in B4.
  destruct (N.eqb_spec (fst (next m (begin h) (mem (t + 4)))) 0); [discriminate|].
  destruct (set h (h_last h) (mem (t + 3 + n))).
  2: { repeat match type of B2 with context [if ?x then _ else _] => destruct x end; discriminate. }
  destruct (N.eqb_spec (fst (next m (fst (delimiter h)) (mem (t + 5 + n)))) 0).
  { cbn [negb] in B4. repeat match type of B4 with context [if ?x then _ else _] => destruct x end; discriminate. }
  repeat split; auto. congruence.
Qed.
Lemma HEAD_ok : forall r, HEAD t = Some r -> t + r < e -> forall c,
  from (t + 4) (begin h) c = from (t + r) (fst (delimiter h)) (store (snd (delimiter h)) r c) /\
  fst (next m (fst (delimiter h)) (mem (t + r))) <> 0 /\ 5 < r /\ r <= 33.
Proof.
  intros r H L c. destruct (HEAD_parts r H) as (Max & Z & La & D & Nd & Z5 & Ex & Hr).
  destruct head_run_ok as (N28 & In_ & _). cbv zeta in *. set (n := head_run t) in *. subst r. clear H.
  replace (t + (5 + n)) with (t + 5 + n) in * by lia.
  assert (Sp : span h (tail (t + 4)) 0 = N.to_nat n).
  { apply span_tail; rewrite ?Nnat.N2Nat.id; [exact In_|exact Nd|lia]. }
  destruct (ok_parts m h Loop_ok) as (_ & Hh & _).
  destruct (head_parts m h Hh) as (_ & OutB & _ & _ & _ & D0 & _).
  assert (N1 : n <> 0).
  { intros X. rewrite X in Nd. replace (t + 4 + 0) with (t + 4) in Nd by lia. apply OutB in Nd. tauto. }
  assert (Mn : Nat.min (span h (tail (t + 4)) 0) (N.to_nat (h_max h)) = N.to_nat n) by lia.
  assert (Ec : tail (t + 4) = mem (t + 4) :: tail (t + 4 + 1)) by (apply tail_cons; lia).
  pose proof (head_ok m h Loop_ok (mem (t + 4)) (tail (t + 4 + 1)) (mem (t + 4 + n)) (tail (t + 5 + n))) as X.
  cbv zeta in X. rewrite <- Ec, Mn in X.
  assert (Sk : skipn (N.to_nat n) (tail (t + 4)) = mem (t + 4 + n) :: tail (t + 5 + n)).
  { rewrite tail_skipn, Nnat.N2Nat.id, tail_cons by lia. f_equal. f_equal. lia. }
  assert (Fw : fits_word (except h) (tail (t + 4)) = false).
  { destruct (fits_word (except h) (tail (t + 4))) eqn:W; auto. apply fits_tail in W. congruence. }
  specialize (X Sk Z Fw). destruct X as (_ & t0 & St & T).
  rewrite (tail_nth (N.to_nat n - 1) (t + 4)) in T by lia.
  replace (t + 4 + N.of_nat (N.to_nat n - 1)) with (t + 3 + n) in T by lia. rewrite La, Nnat.N2Nat.id in T.
  assert (Nx : next m t0 (mem (t + 4 + n)) = (fst (delimiter h), snd (delimiter h))).
  { destruct T as [->|(_ & T)]; [|rewrite <- T]; rewrite D; destruct (delimiter h); auto. }
  split; [|split; [auto|lia]].
  unfold from. rewrite St, (stepping_cons m _ _ _ _ Nx D0), Nnat.N2Nat.id. f_equal; [|f_equal]; lia.
Qed.

Lemma first_region : forall r p c, HEAD t = Some r -> t + r < e -> next_at (t + r) p -> t + r < p ->
  from (t + 4) (begin h) c = from p (region h) (store (snd (delimiter h)) r c).
Proof.
  intros r p c H L NX Lp. destruct (HEAD_ok r H L c) as (F & Z & _). rewrite F.
  destruct begin_parts as (_ & _ & _ & R & _ & Le & _).
  destruct (ok_parts m h Loop_ok) as (_ & Hh & _).
  destruct (head_parts m h Hh) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & Rg).
  apply enter; auto; try lia. intros M. apply Le. rewrite <- M. auto.
Qed.
End At.

(* begin. *)
Section Whole.
Variable w : bytes.
Hypothesis Memory : forall i, (i < length w)%nat -> mem (N.of_nat i) = nth i w x00.
Let len := N.of_nat (length w).
Definition special (i : N) : bool := if i <? len then negb (set h 3 (mem i) || is_escape len i) else true.
Lemma Special : forall i, i < len -> special i = negb (set h 3 (mem i) || is_escape len i).
Proof. intros i H. unfold special. destruct (N.ltb_spec i len); [auto|lia]. Qed.
Lemma Beyond : forall i, len <= i -> special i = true.
Proof. intros i H. unfold special. destruct (N.ltb_spec i len); [lia|auto]. Qed.

Lemma whole : tail len 0 = w.
Proof.
  unfold tail, len. rewrite N.sub_0_r, Nnat.Nat2N.id.
  apply nth_ext with (d := x00) (d' := x00); [rewrite map_length, seq_length; auto|].
  intros n H. rewrite map_length, seq_length in H.
  rewrite nth_indep with (d' := mem (0 + N.of_nat 0)) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (fun n => mem (0 + N.of_nat n))), seq_nth by auto. cbn. apply Memory. auto.
Qed.

(* Where begin leads: to a place that stepping goes through. *)
Definition leads_there (x : result) : Prop :=
  let '(end_, q, c) := x in
  end_ <= len /\ stepping m w 0 (start m) [] = stepping m (skipn (N.to_nat end_) w) end_ q c /\
  (end_ = len -> end_ <> 0 -> accepting m q = true).

Lemma regions_there : forall r p l, HEAD 0 = Some r -> 8 <= len -> fits_mem (prefix h) 0 = true -> r < len ->
  next_special len special r p -> r < p -> (p < len -> good len special (p + 1) l) -> leads_there (regions len r (p :: l)).
Proof.
  intros r p l H L8 F L NX Lp G. unfold regions.
  destruct begin_parts as (_ & _ & _ & R & A & _). pose proof NX as (N1 & N2 & N3 & N4).
  assert (St : N.eqb len len = true) by apply N.eqb_refl.
  pose proof (hops_ok 0 len special Special (N.eqb len) St l p (region h) (store (snd (delimiter h)) r [])
    ltac:(lia) N2 N4 R A G) as X.
  destruct (hops (N.eqb len) 0 p (region h) (accel h (region h)) l _) as [[p' q'] c'].
  destruct X as (X1 & X2 & X3 & X4). split; auto. split; [|auto].
  pose proof (prefix_from 0 len ltac:(lia) F []) as P.
  pose proof (first_region 0 len special Special r p [] H ltac:(lia) NX ltac:(lia)) as Q.
  cbn [N.add] in P, Q. rewrite Q, X1 in P. unfold from in P.
  rewrite !N.sub_0_r in P. rewrite whole in P. rewrite P. f_equal.
  rewrite <- whole at 1. rewrite tail_skipn. f_equal. lia.
Qed.
Lemma found_there : forall r l, HEAD 0 = Some r -> 8 <= len -> fits_mem (prefix h) 0 = true -> r < len ->
  good len special r l -> (forall l', l <> 0 :: l') -> leads_there (found len r l).
Proof.
  intros r l H L8 F L G Z. pose proof (prefix_from 0 len ltac:(lia) F []) as P. cbn [N.add] in P.
  assert (Four : leads_there (4, begin h, [])).
  { split; [lia|]. split; [|lia]. unfold from in P. rewrite !N.sub_0_r in P. rewrite whole in P. rewrite P.
    f_equal. rewrite <- whole at 1. rewrite tail_skipn. auto. }
  destruct l as [|p l]; cbn [found]; auto. destruct (N.eqb_spec p r) as [|Ne]; auto.
  cbn [good] in G. destruct G as [->|(NX & G)]; [elim (Z l); auto|].
  apply regions_there; auto. destruct NX as (A & _). lia.
Qed.

(* The masks of begin. *)
Lemma is_escapes : forall i, is (escapes i) (fun j =>
  Byte.eqb (mem (i + j)) (lead h) && ((j + 1 <? 64) && set h 1 (mem (i + (j + 1)))) && ((j + 2 <? 64) && set h 2 (mem (i + (j + 2))))).
Proof.
  intros i. unfold escapes. apply is_land; [apply is_land|].
  - apply Leads.
  - apply (is_shr _ _ 1 (Masks 1 i)).
  - apply (is_shr _ _ 2 (Masks 2 i)).
Qed.
Lemma special_bits : forall i j, i + j < len -> (j + 2 < 64 <-> i + j + 2 < len) \/ j + 2 < 64 /\ i + j + 2 < len ->
  negb (set h 3 (mem (i + j)) || (Byte.eqb (mem (i + j)) (lead h) && ((j + 1 <? 64) && set h 1 (mem (i + (j + 1)))) && ((j + 2 <? 64) && set h 2 (mem (i + (j + 2)))))) = special (i + j).
Proof.
  intros i j L E. rewrite Special by auto. unfold is_escape. f_equal. f_equal.
  replace (i + (j + 1)) with (i + j + 1) by lia. replace (i + (j + 2)) with (i + j + 2) by lia.
  destruct (N.ltb_spec (j + 2) 64), (N.ltb_spec (i + j + 2) len), (N.ltb_spec (j + 1) 64); try lia;
    cbn [andb]; rewrite ?andb_true_r, ?andb_false_r; auto.
Qed.

Lemma block_bits : forall cx r body bf, 64 < len -> cx < len ->
  let at_ := N.min cx (len - 64) in
  let n := if cx <? len - 64 then 62 else len - cx in
  is body bf -> (forall j, j < 64 -> cx <= at_ + j -> bf j = set h 3 (mem (at_ + j)) || (at_ + j <? r)) ->
  is (bzhi n (shr (not64 (N.lor body (escapes at_))) (cx - at_)))
    (fun j => (j <? n) && (N.max r cx <=? cx + j) && special (cx + j)).
Proof.
  intros cx r body bf L C at_ n B E.
  eapply is_ext; [apply is_bzhi; apply is_shr; apply is_not; apply is_lor; [exact B|apply is_escapes]|].
  intros j Hj. cbn beta. unfold size in *. destruct (N.ltb_spec j n) as [Jn|]; [|auto]. cbn [andb].
  assert (A : at_ + (j + (cx - at_)) = cx + j) by (unfold at_; lia).
  assert (I : j + (cx - at_) < 64).
  { unfold n, at_ in *. destruct (N.ltb_spec cx (len - 64)); lia. }
  destruct (N.ltb_spec (j + (cx - at_)) 64); [|lia]. cbn [andb].
  rewrite E by (auto; lia). rewrite A.
  assert (Lj : cx + j < len) by (unfold n in *; destruct (N.ltb_spec cx (len - 64)); lia).
  destruct (N.leb_spec (N.max r cx) (cx + j)), (N.ltb_spec (cx + j) r); try lia; cbn [andb];
    rewrite ?orb_true_r, ?orb_false_r; auto.
  pose proof (special_bits at_ (j + (cx - at_))) as S. rewrite A in S. apply S; auto.
  unfold n, at_ in *. destruct (N.ltb_spec cx (len - 64)); lia.
Qed.

Lemma picks_cut : forall i x (l : list N) cx, (i <= 4)%nat ->
  firstn (length l + i) (l ++ map (N.add cx) (picks 4 x)) = l ++ map (N.add cx) (picks i x).
Proof.
  intros i x l cx H. rewrite firstn_app, firstn_all2 by lia. f_equal.
  replace (length l + i - length l)%nat with i by lia. rewrite firstn_map, picks_firstn by auto. auto.
Qed.

Notation good' := (good len special).
Lemma blocks_ok : forall fuel cx body bf l r, 64 < len -> cx < len -> (N.to_nat (len - cx) <= fuel)%nat -> 0 < r -> r <= 33 ->
  (length l < 4)%nat -> upto len special r l (N.max r cx) -> r < len ->
  let at_ := N.min cx (len - 64) in
  is body bf -> (forall j, j < 64 -> cx <= at_ + j -> bf j = set h 3 (mem (at_ + j)) || (at_ + j <? r)) ->
  let l' := blocks len fuel cx body l in good' r l' /\ forall l'', l' <> 0 :: l''.
Proof.
  induction fuel as [|fuel IH]; intros cx body bf l r L C F R0 R33 Ll U Rl at_ B E; [lia|]. cbn [blocks].
  pose proof (block_bits cx r body bf L C B E) as X. cbv zeta in X. fold at_ in X |- *.
  set (n := if cx <? len - 64 then 62 else len - cx) in *.
  set (x := bzhi n (shr (not64 (N.lor body (escapes at_))) (cx - at_))) in *.
  assert (N62 : 0 < n /\ n <= 64 /\ cx + n <= len /\ r <= cx + n).
  { unfold n. destruct (N.ltb_spec cx (len - 64)); lia. }
  destruct N62 as (N0 & N64 & Nl & Nr).
  assert (Pk : forall i, N.of_nat i <= popcnt x -> part len special (N.max r cx) (map (N.add cx) (picks i x)) /\
    (N.of_nat i = popcnt x -> upto len special (N.max r cx) (map (N.add cx) (picks i x)) (cx + n))).
  { intros i Hi. apply picks_upto; auto; lia. }
  destruct (PeanoNat.Nat.leb_spec 4 (length l + N.to_nat (popcnt x))) as [K|K].
  - destruct (Pk (4 - length l)%nat ltac:(lia)) as (P & _).
    pose proof (picks_cut (4 - length l) x l cx ltac:(lia)) as Q.
    replace (length l + (4 - length l))%nat with 4%nat in Q by lia. rewrite Q.
    assert (Pa : part len special r (l ++ map (N.add cx) (picks (4 - length l) x))) by (eapply upto_part_app; eauto).
    split; [apply part_good; eauto|]. intros l''.
    destruct l as [|y l]; cbn [app length] in *.
    + change (4 - 0)%nat with 4%nat in *. cbn [picks map app part] in *. destruct Pa as ((A & _) & _). intros H. inversion H. lia.
    + cbn [part] in Pa. destruct Pa as ((A & _) & _). intros H. inversion H. lia.
  - assert (Q : firstn (length l + N.to_nat (popcnt x)) (l ++ map (N.add cx) (picks 4 x)) = l ++ map (N.add cx) (picks (N.to_nat (popcnt x)) x)) by (apply picks_cut; lia).
    destruct (Pk (N.to_nat (popcnt x)) ltac:(lia)) as (_ & P). specialize (P ltac:(lia)).
    assert (U' : upto len special r (l ++ map (N.add cx) (picks (N.to_nat (popcnt x)) x)) (cx + n)) by (exact (upto_app _ _ _ _ _ _ _ U P)).
    rewrite Q. destruct (N.eqb_spec (cx + n) len) as [El|El].
    + rewrite El in U'. split; [exact (upto_good _ _ Beyond _ _ U')|].
      intros l''. destruct (l ++ map (N.add cx) (picks (N.to_nat (popcnt x)) x)) as [|y l1]; cbn [app upto] in *.
      * intros H. inversion H. lia.
      * destruct U' as ((A & _) & _). intros H. inversion H. lia.
    + apply (IH _ _ (fun j => set h 3 (mem (N.min (cx + n) (len - 64) + j)))); try lia.
      * rewrite app_length, map_length, picks_length. lia.
      * replace (N.max r (cx + n)) with (cx + n) by lia. exact U'.
      * apply Masks.
      * intros j J1 J2. destruct (N.ltb_spec (N.min (cx + n) (len - 64) + j) r); [lia|]. rewrite orb_false_r. reflexivity.
Qed.

Lemma plain_ok : forall fuel cx r, 64 < len -> cx <= len - 64 ->
  (forall j, r <= j -> j < cx + 64 -> special j = false) ->
  let cx' := plain len fuel cx in
  if cx' =? len then forall j, r <= j -> j < len -> special j = false
  else cx' < len /\ forall j, r <= j -> j < cx' -> special j = false.
Proof.
  induction fuel as [|fuel IH]; intros cx r L C S; cbn [plain].
  - destruct (N.eqb_spec cx len); [lia|]. split; [lia|]. intros j J1 J2. apply S; lia.
  - set (cx1 := N.min (cx + 64) (len - 64)).
    pose proof (is_not _ _ (Masks 3 cx1)) as B.
    destruct (N.eqb_spec (not64 (mask 3 cx1)) 0) as [Z|Z].
    + apply (is_zero _ _ B) in Z || pose proof (proj1 (is_zero _ _ B) Z) as Z'.
      assert (S1 : forall j, r <= j -> j < cx1 + 64 -> special j = false).
      { intros j J1 J2. destruct (N.ltb_spec j (cx + 64)); [apply S; auto|].
        assert (J3 : cx1 <= j) by (unfold cx1 in *; lia).
        apply (body_not_special len special Special); [unfold cx1 in *; lia|].
        pose proof (proj1 (is_zero _ _ B)) as W.
        assert (Wz : negb (set h 3 (mem (cx1 + (j - cx1)))) = false).
        { apply Z || (apply Z'). unfold size. lia. }
        replace (cx1 + (j - cx1)) with j in Wz by lia. destruct (set h 3 (mem j)); [auto|discriminate]. }
      destruct (N.eqb_spec cx1 (len - 64)) as [E|E].
      * rewrite N.eqb_refl. intros j J1 J2. apply S1; auto. lia.
      * apply IH; auto. unfold cx1. lia.
    + destruct (N.eqb_spec cx1 len); [unfold cx1 in *; lia|].
      split; [unfold cx1; lia|]. intros j J1 J2. apply S; auto. unfold cx1 in *. lia.
Qed.

(* begin leads where stepping leads. *)
Theorem Begin_ok : leads_there (Begin len).
Proof.
  unfold Begin.
  assert (Start : leads_there (0, start m, [])).
  { split; [lia|]. split; [reflexivity|lia]. }
  destruct (N.ltb_spec len 8) as [|L8]; [exact Start|]. destruct (N.ltb_spec maxLen len) as [|Mx]; [exact Start|].
  destruct (fits_mem (prefix h) 0) eqn:F; [|exact Start]. cbn [negb].
  assert (Four : leads_there (4, begin h, [])).
  { pose proof (prefix_from 0 len ltac:(lia) F []) as P. cbn [N.add] in P.
    split; [lia|]. split; [|lia]. unfold from in P. rewrite !N.sub_0_r in P. rewrite whole in P. rewrite P.
    f_equal. rewrite <- whole at 1. rewrite tail_skipn. auto. }
  destruct (HEAD 0) as [r|] eqn:H; [|exact Four].
  assert (R : r < len -> 5 < r /\ r <= 33).
  { intros Hr. destruct (HEAD_ok 0 len r H ltac:(lia) []) as (_ & _ & R). auto. }
  assert (Plain : r < len -> (forall j, r <= j -> j < len -> special j = false) -> leads_there (regions len r [len])).
  { intros Hr N0. apply regions_there; auto; try lia. split; [lia|]. split; [lia|]. split; auto. apply Beyond. lia. }
  destruct (N.leb_spec len 64) as [L|L].
  - destruct (N.leb_spec len r) as [|Lr]; [exact Four|]. destruct (R Lr) as (R5 & R33).
    pose proof (is_not _ _ (is_bzhi _ _ len (Masks 3 0))) as B.
    destruct (N.eqb_spec (tzcnt (not64 (bzhi len (mask 3 0)))) len) as [T|T].
    + apply Plain; auto. intros j J1 J2. destruct (tzcnt_first _ _ B) as (_ & Z & _). rewrite T in Z.
      specialize (Z j J2). cbn beta in Z. destruct (N.ltb_spec j len); [|lia].
      apply (body_not_special len special Special); auto. cbn [N.add andb] in Z.
      destruct (set h 3 (mem j)); [auto|discriminate].
    + pose proof (is_not _ _ (is_bzhi _ _ (len - 2) (is_escapes 0))) as E.
      set (y := shl64 (shr (N.land (not64 (bzhi len (mask 3 0))) (not64 (bzhi (len - 2) (escapes 0)))) r) r).
      assert (Y : is y (fun j => (r <=? j) && special j)).
      { eapply is_ext; [apply is_shl; apply is_shr; apply is_land; [exact B|exact E]|].
        intros j Hj. cbn beta. unfold size in *. destruct (N.leb_spec r j); auto. cbn [andb].
        replace (j - r + r) with j by lia. destruct (N.ltb_spec j 64); [|lia]. cbn [andb].
        destruct (N.ltb_spec j len) as [Jl|Jl].
        - pose proof (special_bits 0 j ltac:(lia)) as S. cbn [N.add] in *. cbn [andb].
          destruct (N.ltb_spec j (len - 2)) as [J2|J2].
          + rewrite <- S by lia. cbn [andb]. rewrite negb_orb. auto.
          + cbn [andb negb]. rewrite andb_true_r. rewrite Special by auto. unfold is_escape.
            destruct (N.ltb_spec (j + 2) len); [lia|]. rewrite !andb_false_r, orb_false_r. auto.
        - destruct (N.ltb_spec j (len - 2)); [lia|]. cbn [andb negb]. rewrite Beyond by auto. auto. }
      destruct (N.eqb_spec (tzcnt y) len) as [Ty|Ty].
      { apply Plain; auto. intros j J1 J2. destruct (tzcnt_first _ _ Y) as (_ & Z & _). rewrite Ty in Z.
        specialize (Z j J2). cbn beta in Z. destruct (N.leb_spec r j); [|lia]. exact Z. }
      apply found_there; try assumption.
      * apply picks_good; [exact Beyond|exact L|lia|exact Y].
      * intros l' Hl. change (picks 4 y) with (tzcnt y :: picks 3 (blsr y)) in Hl. cbn [app] in Hl.
        assert (T0 : tzcnt y = 0) by congruence.
        destruct (tzcnt_first _ _ Y) as (_ & _ & Z). rewrite T0 in Z. specialize (Z ltac:(unfold size; lia)).
        destruct (N.leb_spec r 0); [lia|discriminate].
  - assert (Lr : r < len).
    { destruct (head_run_ok 0) as (N28 & _). destruct (HEAD_parts 0 r H) as (_ & _ & _ & _ & _ & _ & _ & Hr). lia. }
    destruct (R Lr) as (R5 & R33).
    assert (Bo : is (N.lor (mask 3 0) (N.ones r)) (fun j => set h 3 (mem (0 + j)) || (j <? r))).
    { intros j. rewrite N.lor_spec, (Masks 3 0 j). destruct (N.ltb_spec j r).
      - rewrite N.ones_spec_low by auto. destruct (N.ltb_spec j size); [|unfold size in *; lia]. auto.
      - rewrite N.ones_spec_high by auto. rewrite !orb_false_r. auto. }
    destruct (N.eqb_spec (not64 (N.lor (mask 3 0) (N.ones r))) 0) as [Z|Z].
    + assert (S0 : forall j, r <= j -> j < 0 + 64 -> special j = false).
      { intros j J1 J2. apply (body_not_special len special Special); [lia|].
        pose proof (proj1 (is_zero _ _ (is_not _ _ Bo)) Z j ltac:(unfold size; lia)) as Y. cbn beta in Y.
        destruct (N.ltb_spec j r); [lia|]. rewrite orb_false_r in Y. cbn [N.add] in Y.
        destruct (set h 3 (mem j)); [auto|discriminate]. }
      pose proof (plain_ok (N.to_nat len) 0 r L ltac:(lia) S0) as P. cbv zeta in P.
      destruct (N.eqb_spec (plain len (N.to_nat len) 0) len) as [|Ne]; [apply Plain; auto|].
      destruct P as (P1 & P2). set (cx := plain len (N.to_nat len) 0) in *.
      assert (U : upto len special r [] (N.max r (N.max cx r))).
      { cbn [upto]. split; [lia|]. intros j J1 J2. apply P2; lia. }
      assert (E : forall j, j < 64 -> N.max cx r <= N.min (N.max cx r) (len - 64) + j ->
        set h 3 (mem (N.min (N.max cx r) (len - 64) + j)) = set h 3 (mem (N.min (N.max cx r) (len - 64) + j)) || (N.min (N.max cx r) (len - 64) + j <? r)).
      { intros j J1 J2. destruct (N.ltb_spec (N.min (N.max cx r) (len - 64) + j) r); [lia|]. rewrite orb_false_r. reflexivity. }
      destruct (blocks_ok (N.to_nat len) (N.max cx r) _ _ [] r L ltac:(lia) ltac:(lia) ltac:(lia) R33 ltac:(cbn; lia) U Lr (Masks 3 _) E) as (G & G0).
      apply found_there; assumption.
    + assert (U : upto len special r [] (N.max r 0)).
      { cbn [upto]. split; [lia|]. intros j J1 J2. lia. }
      assert (E : forall j, j < 64 -> 0 <= N.min 0 (len - 64) + j ->
        set h 3 (mem (0 + j)) || (j <? r) = set h 3 (mem (N.min 0 (len - 64) + j)) || (N.min 0 (len - 64) + j <? r)).
      { intros j J1 J2. replace (N.min 0 (len - 64)) with 0 by lia. reflexivity. }
      destruct (blocks_ok (N.to_nat len) 0 _ _ [] r L ltac:(lia) ltac:(lia) ltac:(lia) R33 ltac:(cbn; lia) U Lr Bo E) as (G & G0).
      apply found_there; assumption.
Qed.

(* dfa.Machine.RunRest with vectors: a few steps, and run. *)
Fixpoint few (k : nat) (s : bytes) (i q : N) (c : captures) : result :=
  match k, s with
  | O, _ => run m h (S (length s)) s i q c
  | _, [] => (i, q, c)
  | S k', b :: s' =>
    let (u, mark) := next m q b in
    if u =? 0 then (i, q, c) else few k' s' (i + 1) u (store mark (i + 1) c)
  end.
Definition RunRest (x : result) : result :=
  let '(end_, q, c) := x in
  if end_ =? 0 then
    if fits_word (prefix h) w then run m h (S (length w)) (skipn 4 w) 4 (begin h) []
    else few 8 w 0 (start m) []
  else few 8 (skipn (N.to_nat end_) w) end_ q c.
(* dfa.Machine.Run with vectors. *)
Definition RunVector : result :=
  let x := Begin len in if fst (fst x) =? len then x else RunRest x.

Lemma few_ok : forall k s i q c, same m (few k s i q c) (stepping m s i q c).
Proof.
  induction k as [|k IH]; intros s i q c; cbn [few].
  - apply run_ok; auto.
  - destruct s as [|b s]; [apply same_refl|]. cbn [stepping].
    destruct (next m q b) as [u mark]. destruct (u =? 0); [apply same_refl|apply IH].
Qed.
Theorem RunVector_ok : same m RunVector (stepping m w 0 (start m) []).
Proof.
  pose proof Begin_ok as H. unfold RunVector. destruct (Begin len) as [[end_ q] c]. cbn [fst].
  destruct H as (A & B & _). rewrite B. destruct (N.eqb_spec end_ len) as [->|].
  - rewrite skipn_all2 by (unfold len; lia). apply same_refl.
  - unfold RunRest. destruct (N.eqb_spec end_ 0) as [->|]; [|apply few_ok].
    rewrite <- B. destruct (ok_parts m h Loop_ok) as (_ & _ & L4 & P).
    destruct (fits_word (prefix h) w) eqn:F; [|apply few_ok].
    rewrite (prefix_ok m h _ _ P w F 0 []), L4. change (0 + N.of_nat 4) with 4.
    apply run_ok; auto. pose proof (skipn_length _ 4%nat w). lia.
Qed.
End Whole.
End Begin.

(* Memory holds the text, whatever stands after it, and the masks are right. *)
Record Right (h : shortcuts) (w : bytes) (mem : N -> byte) (mask : N -> N -> N) (leads : N -> N) : Prop := {
  right_memory : forall i, (i < length w)%nat -> mem (N.of_nat i) = nth i w x00;
  right_masks : forall k i, is (mask k i) (fun j => set h k (mem (i + j)));
  right_leads : forall i, is (leads i) (fun j => Byte.eqb (mem (i + j)) (lead h));
}.
