(* The loop run of internal/dfa, and the proof that it does what stepping through
   the tables does.

   The names are those of internal/dfa: run, Accel, Head, Exits. A text is the list
   of the bytes that are left, and i is where it begins. Captures are the list of
   what was stored, the last one first. hop is the inner loop of run, which takes
   exits. Three parts of the Go code are modelled by what they compute: span, which
   is a count of zeros in a window; skipPortable, which is the search of a window
   for the next special byte; and load32, which compares four bytes as one word.
   Go's run goes straight to the first region also where it begins with an escape,
   and takes no exit from a region with escapes to one without. Both lead where one
   step at a time leads. The last accepting position, which run also returns, is not
   modelled. *)

From Coq Require Import List NArith Bool Lia.
From Urn Require Import Abnf Check.
Import ListNotations.
Open Scope N_scope.

(* dfa.Exit. *)
Record exit := { x_state : N; x_width : N; x_mark : N; x_first : N; x_accel : N }.

(* The fields of dfa.Machine that restate its tables. A word of four bytes fits
   the pairs (byte, fold) if each byte with the bits of its fold is the byte. *)
Record shortcuts := {
  states : N;               (* how many *)
  set : N -> byte -> bool;  (* whether a set holds a byte *)
  lead : byte;
  accel : N -> N;
  begin : N;
  prefix : list (N * N);
  h_max : N; h_last : N; chain : N; broken : N;
  delimiter : N * N;        (* the state and the mark *)
  region : N;
  except : list (N * N);
  h_end : byte; lengths : N;
  delim : byte -> N;
  exits : N -> exit;
}.

Definition captures := list (N * N).
Definition store (mark at_ : N) (c : captures) : captures :=
  if mark =? 0 then c else (mark, at_) :: c.
Definition result := (N * N * captures)%type.

Definition counted : N := 128.
Definition notfirst : N := 16.
Definition pair_eqb (p q : N * N) : bool := if fst p =? fst q then snd p =? snd q else false.
Fixpoint fits_word (w : list (N * N)) (s : bytes) : bool :=
  match w, s with
  | [], _ => true
  | (x, f) :: w', b :: s' => if N.lor (to_N b) f =? x then fits_word w' s' else false
  | _, [] => false
  end.

Section Loop.
Variable m : machine.
Variable h : shortcuts.

Definition next (q : N) (b : byte) : N * N := step m q (class m b).

(* The textbook loop: one byte and one transition at a time. *)
Fixpoint stepping (s : bytes) (i q : N) (c : captures) : result :=
  match s with
  | [] => (i, q, c)
  | b :: s' =>
    let (t, mark) := next q b in
    if t =? 0 then (i, q, c) else stepping s' (i + 1) t (store mark (i + 1) c)
  end.

(* The length of the run of bytes of a set that s begins with. *)
Fixpoint span (s : bytes) (k : N) : nat :=
  match s with
  | b :: s' => if set h k b then S (span s' k) else O
  | [] => O
  end.

(* How many bytes are not special. *)
Fixpoint skipPortable (s : bytes) (a : N) : nat :=
  match s with
  | b :: s1 =>
    if set h (N.land a 7) b then S (skipPortable s1 a)
    else if N.land a 8 =? 0 then O
    else match s1 with
         | b1 :: b2 :: s3 =>
           if Byte.eqb b (lead h) then if set h 1 b1 then if set h 2 b2 then S (S (S (skipPortable s3 a))) else O else O else O
         | _ => O
         end
  | [] => O
  end.

(* From region to region. *)
Fixpoint hop (fuel : nat) (s : bytes) (i q a : N) (c : captures) : bytes * N * N * captures :=
  let n := skipPortable s a in
  let s1 := skipn n s in
  let i1 := i + N.of_nat n in
  match fuel, s1 with
  | S fuel', b :: b1 :: _ =>
    if a <? 16 then (s1, i1, q, c) else
    let x := exits h ((a / 16 - 1) * 16 + N.land (delim h b) 12 + N.land (delim h b1) 3) in
    let s2 := skipn (N.to_nat (x_width x)) s1 in
    let blocked :=
      match s2 with
      | [] => notfirst
      | first :: _ => if set h (N.land a 7) first then delim h first else notfirst
      end in
    if x_width x =? 0 then (s1, i1, q, c)
    else if N.land (x_first x) blocked =? 0
    then hop fuel' s2 (i1 + x_width x) (x_state x) (x_accel x) (store (x_mark x) (i1 + x_width x) c)
    else (s1, i1, q, c)
  | _, _ => (s1, i1, q, c)
  end.

Fixpoint run (fuel : nat) (s : bytes) (i q : N) (c : captures) : result :=
  match fuel with
  | O => (i, q, c)
  | S fuel' =>
    let one (s : bytes) (i q : N) (c : captures) : result :=
      match s with
      | [] => (i, q, c)
      | b :: s' =>
        let (t, mark) := next q b in
        if t =? 0 then (i, q, c) else run fuel' s' (i + 1) t (store mark (i + 1) c)
      end in
    let inside (s : bytes) (i q a : N) (c : captures) : result :=
      let '(s', i', q', c') := hop (length s) s i q a c in one s' i' q' c' in
    match s with
    | [] => (i, q, c)
    | b :: _ =>
      let a := accel h q in
      if a =? counted then
        let n := Nat.min (span s 0) (N.to_nat (h_max h)) in
        match skipn n s with
        | d :: s1 =>
          if fst (next q b) =? 0 then one s i q c
          else if Nat.ltb (length s) 4 then one s i q c
          else if fits_word (except h) s then one s i q c
          else
            let i1 := i + N.of_nat n in
            let q1 := (if set h (h_last h) (nth (n - 1) s x00) then chain h else broken h) + N.of_nat n in
            if pair_eqb (next q1 d) (delimiter h) then
              let q2 := fst (delimiter h) in
              let c1 := store (snd (delimiter h)) (i1 + 1) c in
              match s1 with
              | e :: _ =>
                if fst (next q2 e) =? 0 then run fuel' s1 (i1 + 1) q2 c1
                else if set h 3 e then inside s1 (i1 + 1) (region h) (accel h (region h)) c1
                else run fuel' s1 (i1 + 1) q2 c1
              | [] => run fuel' s1 (i1 + 1) q2 c1
              end
            else run fuel' (d :: s1) i1 q1 c
        | [] => one s i q c
        end
      else if a =? 0 then one s i q c
      else inside s i q a c
    end
  end.

(* dfa.Machine.Run. *)
Definition Run (s : bytes) : result :=
  if fits_word (prefix h) s
  then run (S (length s)) (skipn 4 s) 4 (begin h) []
  else run (S (length s)) s 0 (start m) [].

(* The checks. *)

Definition goes (q : N) (b : byte) (t mark : N) : bool :=
  if t =? 0 then false else pair_eqb (next q b) (t, mark).

Definition ok_loops (q a : N) : bool :=
  if every (fun b => if set h (N.land a 7) b then goes q b q 0 else true) then
    if N.land a 8 =? 0 then true
    else
      let (u, mark) := next q (lead h) in
      if goes q (lead h) u 0 then
        every (fun b1 => if set h 1 b1 then
          let (v, mark1) := next u b1 in
          if goes u b1 v 0 then every (fun b2 => if set h 2 b2 then goes v b2 q 0 else true) else false
        else true)
      else false
  else false.

(* The state u is that of the exit, or the next byte leads there. *)
Definition lands (a u : N) (x : exit) : bool :=
  if x_accel x =? accel h (x_state x) then
    if x_accel x =? 0 then false else if counted <=? x_accel x then false
    else if u =? x_state x then true
    else if x_first x =? notfirst then
      every (fun e => if set h (N.land a 7) e then if N.land notfirst (delim h e) =? 0 then
        if goes u e (x_state x) 0 then set h (N.land (x_accel x) 7) e else false
      else true else true)
    else false
  else false.
Definition ok_exit (q a : N) (b b1 : byte) : bool :=
  let x := exits h ((a / 16 - 1) * 16 + N.land (delim h b) 12 + N.land (delim h b1) 3) in
  if x_width x =? 0 then true
  else if x_width x =? 1 then
    let u := fst (next q b) in
    if goes q b u (x_mark x) then lands a u x else false
  else if x_width x =? 2 then
    let u := fst (next q b) in
    if goes q b u 0 then
      let v := fst (next u b1) in
      if goes u b1 v (x_mark x) then lands a v x else false
    else false
  else false.
Definition ok_exits (q a : N) : bool :=
  if a <? 16 then true
  else every (fun b => if set h (N.land a 7) b then true else every (fun b1 => ok_exit q a b b1)).
Definition ok_state (q : N) : bool :=
  let a := accel h q in
  if a =? 0 then true
  else if a =? counted then q =? begin h
  else if counted <? a then false
  else if q =? 0 then false
  else if ok_loops q a then ok_exits q a else false.

Definition all_states : list N := map N.of_nat (seq 0 (N.to_nat (states h))).

(* A possible result of a run of n bytes: the state, whether the last byte is in
   the set h_last, and whether the bytes are those of the word excepted. *)
Definition reached := (N * bool * bool)%type.
Definition reached_eqb (x y : reached) : bool :=
  let '(p, l, w) := x in let '(q, k, v) := y in
  if p =? q then if Bool.eqb l k then Bool.eqb w v else false else false.
Definition word_at (n : nat) (b : byte) : bool :=
  match nth_error (except h) n with Some (x, f) => N.lor (to_N b) f =? x | None => false end.
Definition insert (x : reached) (l : list reached) : list reached :=
  if existsb (reached_eqb x) l then l else x :: l.
Definition add_step (n : nat) (q : N) (w : bool) (b : byte) (acc : list reached) : list reached :=
  if set h 0 b then
    let t := fst (next q b) in
    if t =? 0 then acc else insert (t, set h (h_last h) b, if w then word_at n b else false) acc
  else acc.
Definition further (n : nat) (l : list reached) : list reached :=
  fold_right (fun (x : reached) (acc : list reached) =>
    let '(q, _, w) := x in fold_right (add_step n q w) acc all_bytes) [] l.
(* No mark is set on the way, and only a first byte is refused. *)
Definition ok_further (n : nat) (l : list reached) : bool :=
  forallb (fun x => let '(q, _, _) := x in
    every (fun b => if set h 0 b then
      let (t, mark) := next q b in
      if t =? 0 then Nat.eqb n 0 else mark =? 0
    else true)) l.
Definition alike_b (p q : N) : bool :=
  if Bool.eqb (accepting m p) (accepting m q) then tag m p =? tag m q else false.
Definition ok_reached (n : nat) (x : reached) : bool :=
  let '(t, l, w) := x in
  let q := (if l then chain h else broken h) + N.of_nat n in
  if t =? q then true
  else if N.of_nat n =? h_max h then false
  else if alike_b q t then
    every (fun b =>
      if set h 0 b then true
      else if (if w then if Nat.eqb n 3 then word_at 3 b else false else false) then true
      else pair_eqb (next q b) (next t b))
  else false.
Fixpoint ok_levels (k n : nat) (l : list reached) : bool :=
  match k with
  | O => true
  | S k' =>
    if ok_further n l then
      let l' := further n l in
      if forallb (ok_reached (S n)) l' then ok_levels k' (S n) l' else false
    else false
  end.
Definition ok_head : bool :=
  if h_max h =? 0 then false
  else if every (fun b => if set h 0 b then true else fst (next (begin h) b) =? 0) then
    if Nat.eqb (length (except h)) 4 then
      if ok_levels (N.to_nat (h_max h)) 0 [(begin h, false, true)] then
        let (q, mark) := delimiter h in
        let a := accel h (region h) in
        if region h =? 0 then false else if q =? 0 then false
        else if a =? 0 then false else if counted <=? a then false
        else if N.land a 7 =? 3 then
          every (fun e => if set h 3 e then if fst (next q e) =? 0 then true else goes q e (region h) 0 else true)
        else false
      else false
    else false
  else false.

Fixpoint ok_prefix (w : list (N * N)) (q : N) : bool :=
  match w with
  | [] => q =? begin h
  | (x, f) :: w' =>
    match filter (fun b => N.lor (to_N b) f =? x) all_bytes with
    | [] => false
    | b0 :: _ =>
      let t := fst (next q b0) in
      if every (fun b => if N.lor (to_N b) f =? x then goes q b t 0 else true) then ok_prefix w' t else false
    end
  end.

Definition ok_loop : bool :=
  if forallb ok_state all_states then
    if existsb (fun q => accel h q =? counted) all_states then
      if ok_head then
        if Nat.eqb (length (prefix h)) 4 then ok_prefix (prefix h) (start m) else false
      else false
    else false
  else false.

(* The proof. *)

Definition alike (p q : N) : Prop := accepting m p = accepting m q /\ tag m p = tag m q.
(* The same place and captures, and states with the same tag that both accept or
   both do not. *)
Definition same (x y : result) : Prop :=
  let '(i, p, c) := x in let '(j, q, d) := y in i = j /\ alike p q /\ c = d.
Lemma same_refl : forall x, same x x.
Proof. intros [[i p] c]. repeat split. Qed.
Lemma same_eq : forall x y, x = y -> same x y.
Proof. intros x y ->. apply same_refl. Qed.

Lemma pair_eqb_eq : forall p q, pair_eqb p q = true -> p = q.
Proof.
  intros [a b] [c d]. unfold pair_eqb. cbn. destruct (N.eqb_spec a c); [|discriminate].
  intros H. apply N.eqb_eq in H. congruence.
Qed.
Lemma goes_next : forall q b t k, goes q b t k = true -> next q b = (t, k) /\ t <> 0.
Proof.
  intros q b t k. unfold goes. destruct (N.eqb_spec t 0); [discriminate|]. intros H.
  apply pair_eqb_eq in H. auto.
Qed.
Lemma stepping_cons : forall q b t k, next q b = (t, k) -> t <> 0 ->
  forall s i c, stepping (b :: s) i q c = stepping s (i + 1) t (store k (i + 1) c).
Proof.
  intros q b t k E Ht s i c. cbn [stepping]. rewrite E. destruct (N.eqb_spec t 0); tauto.
Qed.
Lemma stepping_goes : forall q b t k, goes q b t k = true ->
  forall s i c, stepping (b :: s) i q c = stepping s (i + 1) t (store k (i + 1) c).
Proof. intros q b t k H. apply goes_next in H. destruct H. apply stepping_cons; auto. Qed.

Lemma ok_loops_set : forall q a b, ok_loops q a = true -> set h (N.land a 7) b = true -> goes q b q 0 = true.
Proof.
  intros q a b H Hb. unfold ok_loops in H.
  destruct (every (fun b => if set h (N.land a 7) b then goes q b q 0 else true)) eqn:E; [|discriminate].
  pose proof (every_all _ E b) as X. cbn beta in X. rewrite Hb in X. auto.
Qed.
Lemma ok_loops_escape : forall q a b1 b2, ok_loops q a = true -> N.land a 8 <> 0 ->
  set h 1 b1 = true -> set h 2 b2 = true ->
  exists u v, goes q (lead h) u 0 = true /\ goes u b1 v 0 = true /\ goes v b2 q 0 = true.
Proof.
  intros q a b1 b2 H Ha H1 H2. unfold ok_loops in H.
  destruct (every _); [|discriminate].
  destruct (N.eqb_spec (N.land a 8) 0); [tauto|].
  destruct (next q (lead h)) as [u mark] eqn:E. destruct (goes q (lead h) u 0) eqn:G; [|discriminate].
  pose proof (every_all _ H b1) as X. cbn beta in X. rewrite H1 in X.
  destruct (next u b1) as [v mark1] eqn:E1. destruct (goes u b1 v 0) eqn:G1; [|discriminate].
  pose proof (every_all _ X b2) as Y. cbn beta in Y. rewrite H2 in Y. exists u, v; auto.
Qed.

(* The skipped bytes lead back to the state. *)
Lemma skip_ok : forall q a, ok_loops q a = true -> forall k s i c, (length s <= k)%nat ->
  stepping s i q c = stepping (skipn (skipPortable s a) s) (i + N.of_nat (skipPortable s a)) q c.
Proof.
  intros q a H. induction k; intros s i c Hk.
  - destruct s; [|inversion Hk]. cbn. f_equal; f_equal; lia.
  - destruct s as [|b s1]; [cbn; f_equal; f_equal; lia|]. cbn [skipPortable].
    destruct (set h (N.land a 7) b) eqn:Hb.
    + rewrite (stepping_goes q b q 0) by (eapply ok_loops_set; eauto). cbn [skipn].
      unfold store; cbn [N.eqb]. rewrite IHk by (cbn in Hk; lia). f_equal. lia.
    + destruct (N.eqb_spec (N.land a 8) 0); [cbn; rewrite N.add_0_r; auto|].
      destruct s1 as [|b1 [|b2 s3]]; try (cbn [skipn]; rewrite N.add_0_r; auto; fail).
      destruct (Byte.eqb b (lead h)) eqn:L; [|cbn [skipn]; rewrite N.add_0_r; auto].
      destruct (set h 1 b1) eqn:H1; [|cbn [skipn]; rewrite N.add_0_r; auto].
      destruct (set h 2 b2) eqn:H2; [|cbn [skipn]; rewrite N.add_0_r; auto].
      apply byte_dec_bl in L. subst b.
      destruct (ok_loops_escape q a b1 b2 H n H1 H2) as (u & v & G & G1 & G2).
      rewrite (stepping_goes _ _ _ _ G), (stepping_goes _ _ _ _ G1), (stepping_goes _ _ _ _ G2).
      unfold store; cbn [N.eqb skipn]. rewrite IHk by (cbn in Hk; lia). f_equal. lia.
Qed.

(* It ends before a byte that is not in the set. *)
Lemma skip_stop : forall a k s b r, (length s <= k)%nat ->
  skipn (skipPortable s a) s = b :: r -> set h (N.land a 7) b = false.
Proof.
  intros a. induction k; intros s b r Hk E.
  - destruct s; [discriminate|inversion Hk].
  - destruct s as [|b0 s1]; [discriminate|]. cbn [skipPortable] in E.
    destruct (set h (N.land a 7) b0) eqn:Hb.
    + cbn [skipn] in E. eapply IHk; [|exact E]. cbn in Hk; lia.
    + assert (X : forall l, b0 :: l = b :: r -> set h (N.land a 7) b = false) by (intros l F; inversion F; subst; auto).
      destruct (N.land a 8 =? 0); [eapply X; exact E|].
      destruct s1 as [|b1 [|b2 s3]]; try (eapply X; exact E).
      destruct (Byte.eqb b0 (lead h)); [|eapply X; exact E].
      destruct (set h 1 b1); [|eapply X; exact E].
      destruct (set h 2 b2); [|eapply X; exact E].
      cbn [skipn] in E. eapply IHk; [|exact E]. cbn in Hk; lia.
Qed.

(* If a byte leads from u to q and from q back to q, stepping from u and from q
   has the same result for a string that begins with the byte. *)
Lemma enters : forall u q a e s i c, ok_loops q a = true -> set h (N.land a 7) e = true ->
  goes u e q 0 = true -> stepping (e :: s) i u c = stepping (e :: s) i q c.
Proof.
  intros u q a e s i c H He G. rewrite (stepping_goes _ _ _ _ G).
  rewrite (stepping_goes q e q 0); auto. eapply ok_loops_set; eauto.
Qed.

Hypothesis Ok : ok_loop = true.
Hypothesis Known : forall q, accel h q <> 0 -> In q all_states.

Lemma state_ok : forall q, accel h q <> 0 -> accel h q < counted ->
  q <> 0 /\ ok_loops q (accel h q) = true /\ ok_exits q (accel h q) = true.
Proof.
  intros q Hq Hc. unfold ok_loop in Ok. destruct (forallb ok_state all_states) eqn:E; [|discriminate].
  eapply forallb_forall in E; [|apply Known; exact Hq]. unfold ok_state in E.
  destruct (N.eqb_spec (accel h q) 0); [tauto|].
  destruct (N.eqb_spec (accel h q) counted); [lia|].
  destruct (N.ltb_spec counted (accel h q)); [lia|].
  destruct (N.eqb_spec q 0); [discriminate|]. destruct (ok_loops q (accel h q)); [auto|discriminate].
Qed.
Lemma counted_begin : forall q, accel h q = counted -> q = begin h.
Proof.
  intros q Hq. unfold ok_loop in Ok. destruct (forallb ok_state all_states) eqn:E; [|discriminate].
  assert (X : accel h q <> 0) by (rewrite Hq; discriminate).
  eapply forallb_forall in E; [|apply Known; exact X]. unfold ok_state in E. rewrite Hq in E.
  destruct (counted =? 0) eqn:Z; [discriminate|]. rewrite N.eqb_refl in E. apply N.eqb_eq; auto.
Qed.
Lemma not_above : forall q, accel h q <= counted.
Proof.
  intros q. destruct (N.eqb_spec (accel h q) 0); [unfold counted; lia|].
  unfold ok_loop in Ok. destruct (forallb ok_state all_states) eqn:E; [|discriminate].
  eapply forallb_forall in E; [|apply Known; eauto]. unfold ok_state in E.
  destruct (N.eqb_spec (accel h q) 0); [tauto|].
  destruct (N.eqb_spec (accel h q) counted); [lia|].
  destruct (N.ltb_spec counted (accel h q)); [discriminate|]. lia.
Qed.

(* Stepping leads to the same state as an exit. *)
Lemma lands_ok : forall a u x s i c, lands a u x = true ->
  (N.land (x_first x) match s with
     | [] => notfirst
     | e :: _ => if set h (N.land a 7) e then delim h e else notfirst end =? 0) = true ->
  x_accel x = accel h (x_state x) /\ x_accel x <> 0 /\ x_accel x < counted /\
  stepping s i u c = stepping s i (x_state x) c.
Proof.
  intros a u x s i c L B. unfold lands in L.
  destruct (N.eqb_spec (x_accel x) (accel h (x_state x))) as [Ea|]; [|discriminate].
  destruct (N.eqb_spec (x_accel x) 0) as [|Z]; [discriminate|].
  destruct (N.leb_spec counted (x_accel x)) as [|C]; [discriminate|].
  split; auto. split; auto. split; auto.
  destruct (N.eqb_spec u (x_state x)) as [->|_]; auto.
  destruct (N.eqb_spec (x_first x) notfirst) as [F|]; [|discriminate]. rewrite F in B.
  destruct s as [|e s]; [discriminate|].
  destruct (set h (N.land a 7) e) eqn:Se; [|discriminate].
  pose proof (every_all _ L e) as X. cbn beta in X. rewrite Se, B in X.
  destruct (goes u e (x_state x) 0) eqn:G; [|discriminate].
  rewrite Ea in X, Z, C. destruct (state_ok _ Z C) as (_ & O & _).
  eapply enters; [exact O| |exact G]. auto.
Qed.

Lemma skipn_length : forall A n (l : list A), (length (skipn n l) <= length l)%nat.
Proof. induction n; destruct l; cbn; auto. Qed.

Lemma hop_ok : forall fuel s i q c, accel h q <> 0 -> accel h q < counted ->
  let '(s', i', q', c') := hop fuel s i q (accel h q) c in
  stepping s i q c = stepping s' i' q' c' /\ (length s' <= length s)%nat.
Proof.
  induction fuel as [|fuel IH]; intros s i q c Hq Hc; cbn [hop];
    destruct (state_ok q Hq Hc) as (_ & Lo & Ex);
    pose proof (skip_ok q _ Lo (length s) s i c (le_n _)) as S1;
    pose proof (skipn_length _ (skipPortable s (accel h q)) s) as L1.
  - rewrite S1. auto.
  - destruct (skipn (skipPortable s (accel h q)) s) as [|b [|b1 r]] eqn:E1; [rewrite S1; auto|rewrite S1; auto|].
    destruct (N.ltb_spec (accel h q) 16) as [|A16]; [rewrite S1; auto|].
    pose proof (skip_stop _ _ _ _ _ (le_n (length s)) E1) as Nb.
    unfold ok_exits in Ex. destruct (N.ltb_spec (accel h q) 16); [lia|].
    pose proof (every_all _ Ex b) as X. cbn beta in X. rewrite Nb in X.
    pose proof (every_all _ X b1) as Y. cbn beta in Y. clear X Ex. unfold ok_exit in Y.
    set (a := accel h q) in *.
    set (x := exits h ((a / 16 - 1) * 16 + N.land (delim h b) 12 + N.land (delim h b1) 3)) in *.
    set (i1 := i + N.of_nat (skipPortable s a)) in *.
    destruct (N.eqb_spec (x_width x) 0) as [|W0]; [rewrite S1; auto|].
    destruct (N.land (x_first x) _ =? 0) eqn:B; [|rewrite S1; auto].
    destruct (N.eqb_spec (x_width x) 1) as [W1|W1].
    + destruct (goes q b (fst (next q b)) (x_mark x)) eqn:G; [|discriminate].
      rewrite W1 in *. change (N.to_nat 1) with 1%nat in *. cbn [skipn] in *.
      destruct (lands_ok a _ x (b1 :: r) (i1 + 1) (store (x_mark x) (i1 + 1) c) Y B) as (Ea & Z & C & S2).
      rewrite Ea in *. specialize (IH (b1 :: r) (i1 + 1) (x_state x) (store (x_mark x) (i1 + 1) c) Z C).
      destruct (hop fuel (b1 :: r) _ _ _ _) as [[[s' i'] q'] c'] eqn:Hh. destruct IH as (S3 & L3).
      split; [|cbn in *; lia].
      rewrite S1, (stepping_goes _ _ _ _ G), S2. exact S3.
    + destruct (N.eqb_spec (x_width x) 2) as [W2|]; [|discriminate].
      destruct (goes q b (fst (next q b)) 0) eqn:G; [|discriminate].
      destruct (goes (fst (next q b)) b1 (fst (next (fst (next q b)) b1)) (x_mark x)) eqn:G1; [|discriminate].
      rewrite W2 in *. change (N.to_nat 2) with 2%nat in *. cbn [skipn] in *.
      destruct (lands_ok a _ x r (i1 + 2) (store (x_mark x) (i1 + 2) c) Y B) as (Ea & Z & C & S2).
      rewrite Ea in *. specialize (IH r (i1 + 2) (x_state x) (store (x_mark x) (i1 + 2) c) Z C).
      destruct (hop fuel r _ _ _ _) as [[[s' i'] q'] c'] eqn:Hh. destruct IH as (S3 & L3).
      split; [|cbn in *; lia].
      rewrite S1, (stepping_goes _ _ _ _ G), (stepping_goes _ _ _ _ G1).
      replace (i1 + 1 + 1) with (i1 + 2) by lia. change (store 0 (i1 + 1) c) with c. rewrite S2. exact S3.
Qed.

(* The counted run. *)
Lemma reached_eqb_eq : forall x y, reached_eqb x y = true -> x = y.
Proof.
  intros [[p l] w] [[q k] v]. cbn. destruct (N.eqb_spec p q); [|discriminate].
  destruct (Bool.eqb l k) eqn:E; [|discriminate]. intros F. apply eqb_prop in E, F. congruence.
Qed.
Lemma insert_same : forall x l, In x (insert x l).
Proof.
  intros x l. unfold insert. destruct (existsb (reached_eqb x) l) eqn:E; [|left; auto].
  apply existsb_exists in E. destruct E as (y & Hy & F). apply reached_eqb_eq in F. congruence.
Qed.
Lemma insert_mono : forall x y l, In x l -> In x (insert y l).
Proof. intros x y l H. unfold insert. destruct (existsb _ l); [|right]; auto. Qed.
Lemma add_step_mono : forall n q w x b l, In x l -> In x (add_step n q w b l).
Proof.
  intros. unfold add_step. destruct (set h 0 b); auto. destruct (_ =? 0); auto. apply insert_mono; auto.
Qed.
Lemma add_steps_mono : forall n q w x bs l, In x l -> In x (fold_right (add_step n q w) l bs).
Proof. induction bs; intros; cbn; auto. apply add_step_mono; auto. Qed.
Lemma add_steps_in : forall n q (w : bool) b bs l, In b bs -> set h 0 b = true -> fst (next q b) <> 0 ->
  In (fst (next q b), set h (h_last h) b, if w then word_at n b else false) (fold_right (add_step n q w) l bs).
Proof.
  induction bs as [|b' bs IH]; intros l Hin Hs Hn; [destruct Hin|]. destruct Hin as [->|Hin]; cbn [fold_right].
  - unfold add_step at 1. rewrite Hs. destruct (N.eqb_spec (fst (next q b)) 0); [tauto|]. apply insert_same.
  - apply add_step_mono. apply IH; auto.
Qed.
Lemma in_further : forall n l q k (w : bool) b, In (q, k, w) l -> set h 0 b = true -> fst (next q b) <> 0 ->
  In (fst (next q b), set h (h_last h) b, if w then word_at n b else false) (further n l).
Proof.
  unfold further. induction l as [|[[q' k'] w'] l IH]; intros q k w b Hin Hs Hn; [destruct Hin|].
  destruct Hin as [E|Hin]; cbn [fold_right].
  - inversion E; subst. apply add_steps_in; auto. apply all_bytes_all.
  - apply add_steps_mono. eapply IH; eauto.
Qed.

Fixpoint words (n : nat) (ws : bytes) (w : bool) : bool :=
  match ws with [] => w | b :: ws' => words (S n) ws' (if w then word_at n b else false) end.

Lemma levels_ok : forall ws k n l, ok_levels k n l = true -> forall q j w, In (q, j, w) l ->
  ws <> [] -> (length ws <= k)%nat -> forallb (set h 0) ws = true ->
  (n = O -> fst (next q (hd x00 ws)) <> 0) ->
  exists t, (forall rest i c, stepping (ws ++ rest) i q c = stepping rest (i + N.of_nat (length ws)) t c) /\
    ok_reached (n + length ws) (t, set h (h_last h) (last ws x00), words n ws w) = true.
Proof.
  induction ws as [|b ws IH]; intros k n l Hl q j w Hin Hne Hk Hs Hz; [tauto|].
  destruct k; [inversion Hk|]. cbn [ok_levels] in Hl.
  destruct (ok_further n l) eqn:F; [|discriminate].
  destruct (forallb (ok_reached (S n)) (further n l)) eqn:R; [|discriminate].
  cbn [forallb] in Hs. apply andb_prop in Hs. destruct Hs as (Hb & Hs).
  unfold ok_further in F. eapply forallb_forall in F; [|exact Hin]. cbn beta iota in F.
  pose proof (every_all _ F b) as X. cbn beta in X. rewrite Hb in X.
  destruct (next q b) as [t mark] eqn:E.
  assert (T : t <> 0 /\ mark = 0).
  { destruct (N.eqb_spec t 0) as [->|].
    - apply PeanoNat.Nat.eqb_eq in X. specialize (Hz X). cbn [hd] in Hz. rewrite E in Hz. cbn in Hz. tauto.
    - split; auto. apply N.eqb_eq; auto. }
  destruct T as (Ht & ->).
  assert (I : In (t, set h (h_last h) b, if w then word_at n b else false) (further n l)).
  { replace t with (fst (next q b)) by (rewrite E; auto). eapply in_further; eauto. rewrite E; auto. }
  destruct ws as [|b' ws].
  - exists t. split.
    + intros rest i c. cbn [app]. rewrite (stepping_cons _ _ _ _ E Ht). f_equal.
    + eapply forallb_forall in R; [|exact I]. replace (n + length [b])%nat with (S n) by (cbn; lia).
      cbn [last words]. exact R.
  - destruct (IH k (S n) (further n l) Hl t _ _ I) as (t' & St & Ro); auto; try discriminate.
    + cbn in *; lia.
    + exists t'. split.
      * intros rest i c. cbn [app]. rewrite (stepping_cons _ _ _ _ E Ht). unfold store. cbn [N.eqb].
        specialize (St rest (i + 1) c). cbn [app] in St. rewrite St. f_equal. cbn [length]. lia.
      * replace (n + length (b :: b' :: ws))%nat with (S n + length (b' :: ws))%nat by (cbn; lia). exact Ro.
Qed.

Lemma span_set : forall s n, (n <= span s 0)%nat -> forallb (set h 0) (firstn n s) = true /\ length (firstn n s) = n.
Proof.
  induction s as [|b s IH]; intros n H; cbn [span] in H.
  - assert (n = O) by lia. subst; auto.
  - destruct n; [auto|]. destruct (set h 0 b) eqn:E; [|lia]. cbn [firstn forallb length].
    destruct (IH n) as (F & L); [lia|]. rewrite E, F, L; auto.
Qed.
Lemma span_stop : forall s b r, skipn (span s 0) s = b :: r -> set h 0 b = false.
Proof.
  induction s as [|b0 s IH]; intros b r H; cbn [span] in H; [discriminate|].
  destruct (set h 0 b0) eqn:E; [apply (IH b r); exact H|]. cbn in H. inversion H; subst; auto.
Qed.
Lemma last_nth : forall (l : bytes), last l x00 = nth (length l - 1) l x00.
Proof.
  induction l as [|b l IH]; auto. destruct l as [|b' l]; auto.
  change (last (b' :: l) x00 = nth (length (b :: b' :: l) - 1) (b :: b' :: l) x00). rewrite IH.
  cbn [length]. replace (S (S (length l)) - 1)%nat with (S (length l)) by lia.
  replace (S (length l) - 1)%nat with (length l) by lia. reflexivity.
Qed.
Lemma nth_firstn : forall n (s : bytes) k, (k < n)%nat -> nth k (firstn n s) x00 = nth k s x00.
Proof.
  induction n; intros s k H; [lia|]. destruct s; [destruct k; auto|]. destruct k; cbn; auto. apply IHn. lia.
Qed.

Lemma head_parts : ok_head = true ->
  h_max h <> 0 /\ (forall b, set h 0 b = false -> fst (next (begin h) b) = 0) /\ length (except h) = 4%nat /\
  ok_levels (N.to_nat (h_max h)) 0 [(begin h, false, true)] = true /\
  region h <> 0 /\ fst (delimiter h) <> 0 /\ accel h (region h) <> 0 /\ accel h (region h) < counted /\
  N.land (accel h (region h)) 7 = 3 /\
  forall e, set h 3 e = true -> fst (next (fst (delimiter h)) e) <> 0 -> goes (fst (delimiter h)) e (region h) 0 = true.
Proof.
  unfold ok_head. intros H.
  destruct (N.eqb_spec (h_max h) 0); [discriminate|].
  destruct (every (fun b => if set h 0 b then true else fst (next (begin h) b) =? 0)) eqn:A; [|discriminate].
  destruct (PeanoNat.Nat.eqb_spec (length (except h)) 4); [|discriminate].
  destruct (ok_levels _ _ _) eqn:L; [|discriminate].
  destruct (delimiter h) as [q mark]. cbn [fst].
  destruct (N.eqb_spec (region h) 0); [discriminate|].
  destruct (N.eqb_spec q 0); [discriminate|].
  destruct (N.eqb_spec (accel h (region h)) 0); [discriminate|].
  destruct (N.leb_spec counted (accel h (region h))); [discriminate|].
  destruct (N.eqb_spec (N.land (accel h (region h)) 7) 3); [|discriminate].
  repeat split; auto.
  - intros b Hb. pose proof (every_all _ A b) as X. cbn beta in X. rewrite Hb in X. apply N.eqb_eq; auto.
  - intros b Hb Hn. pose proof (every_all _ H b) as X. cbn beta in X. rewrite Hb in X.
    destruct (N.eqb_spec (fst (next q b)) 0); [tauto|auto].
Qed.

Lemma ok_parts : forallb ok_state all_states = true /\ ok_head = true /\
  length (prefix h) = 4%nat /\ ok_prefix (prefix h) (start m) = true.
Proof.
  unfold ok_loop in Ok. destruct (forallb ok_state all_states); [|discriminate].
  destruct (existsb _ all_states); [|discriminate]. destruct ok_head; [|discriminate].
  destruct (PeanoNat.Nat.eqb_spec (length (prefix h)) 4); [|discriminate]. auto.
Qed.

(* After the counted run, the state of the loop and that of stepping are alike,
   and the next byte leads from both to the same state. *)
Lemma head_ok : forall b s0 d s1, let s := b :: s0 in let n := Nat.min (span s 0) (N.to_nat (h_max h)) in
  skipn n s = d :: s1 -> fst (next (begin h) b) <> 0 -> fits_word (except h) s = false ->
  let q := (if set h (h_last h) (nth (n - 1) s x00) then chain h else broken h) + N.of_nat n in
  (1 <= n)%nat /\
  exists t, (forall i c, stepping s i (begin h) c = stepping (d :: s1) (i + N.of_nat n) t c) /\
    (t = q \/ alike q t /\ next q d = next t d).
Proof.
  intros b s0 d s1 s n E Hb Exc q.
  destruct ok_parts as (_ & Hh & _). destruct (head_parts Hh) as (Max & Out & Len4 & Lev & _).
  assert (Sb : set h 0 b = true). { destruct (set h 0 b) eqn:X; [reflexivity|]. apply Out in X. tauto. }
  assert (N1 : (1 <= n)%nat). { unfold n, s. cbn [span]. rewrite Sb. lia. }
  split; auto.
  destruct (span_set s n ltac:(unfold n; lia)) as (Fs & Ln).
  assert (Ws : firstn n s <> []). { intros X. apply (f_equal (@length byte)) in X. rewrite Ln in X. cbn [length] in X. lia. }
  assert (Hd : hd x00 (firstn n s) = b). { unfold s. destruct n; [lia|reflexivity]. }
  destruct (levels_ok (firstn n s) _ 0 _ Lev (begin h) false true (or_introl eq_refl) Ws) as (t & St & Ro).
  { rewrite Ln. unfold n. lia. }
  { exact Fs. }
  { rewrite Hd. auto. }
  exists t. split.
  - intros i c. specialize (St (skipn n s) i c). rewrite firstn_skipn, Ln, E in St. exact St.
  - cbn [plus] in Ro. rewrite Ln in Ro. unfold ok_reached in Ro.
    rewrite last_nth, Ln, nth_firstn in Ro by lia. fold q in Ro.
    destruct (N.eqb_spec t q); [left; auto|right].
    destruct (N.eqb_spec (N.of_nat n) (h_max h)) as [|Nm]; [discriminate|].
    destruct (alike_b q t) eqn:Al; [|discriminate].
    assert (A : alike q t).
    { unfold alike_b in Al. destruct (Bool.eqb (accepting m q) (accepting m t)) eqn:X; [|discriminate].
      apply eqb_prop in X. apply N.eqb_eq in Al. split; auto. }
    split; auto.
    assert (Sp : n = span s 0) by (unfold n in *; lia).
    assert (Sd : set h 0 d = false) by (apply (span_stop s d s1); congruence).
    pose proof (every_all _ Ro d) as X. cbn beta in X. rewrite Sd in X.
    destruct (if words 0 (firstn n s) true then if Nat.eqb n 3 then word_at 3 d else false else false) eqn:W;
      [|apply pair_eqb_eq; auto].
    exfalso. destruct (words 0 (firstn n s) true) eqn:W1; [|discriminate].
    destruct (PeanoNat.Nat.eqb_spec n 3) as [N3|]; [|discriminate].
    rewrite N3 in E, W1. unfold s in *.
    destruct s0 as [|b1 [|b2 [|b3 s3]]]; cbn [firstn skipn] in E, W1; try discriminate. inversion E; subst b3.
    unfold word_at in W. cbn [words] in W1. unfold word_at in W1.
    destruct (except h) as [|[x0 f0] [|[x1 f1] [|[x2 f2] [|[x3 f3] [|]]]]]; cbn [length] in Len4; try lia.
    cbn [nth_error] in W, W1. cbn [fits_word] in Exc. rewrite W in Exc.
    destruct (N.lor (to_N b) f0 =? x0); [|discriminate].
    destruct (N.lor (to_N b1) f1 =? x1); [|discriminate].
    rewrite W1 in Exc. discriminate.
Qed.

Theorem run_ok : forall fuel s i q c, (length s < fuel)%nat -> same (run fuel s i q c) (stepping s i q c).
Proof.
  induction fuel as [|fuel IH]; intros s i q c Hf; [lia|]. cbn [run].
  set (one := fun (s : bytes) (i q : N) (c : captures) =>
      match s with
      | [] => (i, q, c)
      | b :: s' => let (t, mark) := next q b in
        if t =? 0 then (i, q, c) else run fuel s' (i + 1) t (store mark (i + 1) c)
      end : result).
  assert (One : forall s i q c, (length s <= fuel)%nat -> same (one s i q c) (stepping s i q c)).
  { intros s1 i1 q1 c1 H1. unfold one. destruct s1 as [|b s1]; [apply same_refl|]. cbn [stepping].
    destruct (next q1 b) as [t mark]. destruct (t =? 0); [apply same_refl|]. apply IH. cbn in H1; lia. }
  assert (Inside : forall s i q c, (length s <= fuel)%nat -> accel h q <> 0 -> accel h q < counted ->
    same (let '(s', i', q', c') := hop (length s) s i q (accel h q) c in one s' i' q' c') (stepping s i q c)).
  { intros s1 i1 q1 c1 H1 Z C. pose proof (hop_ok (length s1) s1 i1 q1 c1 Z C) as H.
    destruct (hop (length s1) s1 i1 q1 (accel h q1) c1) as [[[s' i'] q'] c']. destruct H as (-> & L).
    apply One. lia. }
  destruct s as [|b s0]; [apply same_refl|].
  assert (Hs : (length (b :: s0) <= fuel)%nat) by lia.
  destruct (N.eqb_spec (accel h q) counted) as [Co|Co].
  - pose proof (counted_begin q Co) as Q. subst q.
    destruct (skipn (Nat.min (span (b :: s0) 0) (N.to_nat (h_max h))) (b :: s0)) as [|d s1] eqn:E; [exact (One (b :: s0) i _ c Hs)|].
    destruct (N.eqb_spec (fst (next (begin h) b)) 0) as [|Nb]; [exact (One (b :: s0) i _ c Hs)|].
    destruct (PeanoNat.Nat.ltb_spec (length (b :: s0)) 4) as [|L4]; [exact (One (b :: s0) i _ c Hs)|].
    destruct (fits_word (except h) (b :: s0)) eqn:W; [exact (One (b :: s0) i _ c Hs)|].
    pose proof (head_ok b s0 d s1 E Nb W) as H. cbv zeta in H. destruct H as (N1 & t & St & T).
    rewrite St. clear St.
    set (n := Nat.min (span (b :: s0) 0) (N.to_nat (h_max h))) in *.
    set (q1 := (if set h (h_last h) (nth (n - 1) (b :: s0) x00) then chain h else broken h) + N.of_nat n) in *.
    assert (Lh : (length (d :: s1) < length (b :: s0))%nat).
    { rewrite <- E, List.skipn_length. cbn [length]. lia. }
    assert (Nx : next q1 d = next t d) by (destruct T as [->|(_ & X)]; auto).
    destruct ok_parts as (_ & Hh & _).
    destruct (head_parts Hh) as (_ & _ & _ & _ & R0 & D0 & Za & Ca & A7 & Rg).
    destruct (pair_eqb (next q1 d) (delimiter h)) eqn:P.
    + apply pair_eqb_eq in P.
      assert (Nt : next t d = (fst (delimiter h), snd (delimiter h))) by (rewrite <- Nx, P; destruct (delimiter h); auto).
      rewrite (stepping_cons _ _ _ _ Nt D0).
      destruct s1 as [|e s2].
      * apply IH. cbn in *; lia.
      * destruct (N.eqb_spec (fst (next (fst (delimiter h)) e)) 0); [apply IH; cbn in *; lia|].
        destruct (set h 3 e) eqn:Se; [|apply IH; cbn in *; lia].
        assert (G := Rg e Se n0). destruct (state_ok _ Za Ca) as (_ & Lo & _).
        rewrite (enters _ _ _ e s2 _ _ Lo) by (try rewrite A7; auto).
        refine (Inside (e :: s2) _ _ _ _ Za Ca). cbn in *; lia.
    + assert (Hr : same (run fuel (d :: s1) (i + N.of_nat n) q1 c) (stepping (d :: s1) (i + N.of_nat n) q1 c)).
      { apply IH. cbn in *; lia. }
      destruct T as [->|(A & _)]; [exact Hr|].
      assert (Sm : same (stepping (d :: s1) (i + N.of_nat n) q1 c) (stepping (d :: s1) (i + N.of_nat n) t c)).
      { cbn [stepping]. rewrite Nx. destruct (next t d) as [u mark]. destruct (u =? 0); [|apply same_refl].
        repeat split; apply A. }
      destruct (run fuel (d :: s1) (i + N.of_nat n) q1 c) as [[i1 p1] c1].
      destruct (stepping (d :: s1) (i + N.of_nat n) q1 c) as [[i2 p2] c2].
      destruct (stepping (d :: s1) (i + N.of_nat n) t c) as [[i3 p3] c3].
      destruct Hr as (-> & [A1 A2] & ->), Sm as (-> & [B1 B2] & ->).
      repeat split; congruence.
  - destruct (N.eqb_spec (accel h q) 0) as [|Z]; [exact (One (b :: s0) i _ c Hs)|].
    assert (C : accel h q < counted) by (pose proof (not_above q); lia).
    exact (Inside (b :: s0) i q c Hs Z C).
Qed.

Lemma prefix_ok : forall w q, ok_prefix w q = true -> forall s, fits_word w s = true ->
  forall i c, stepping s i q c = stepping (skipn (length w) s) (i + N.of_nat (length w)) (begin h) c.
Proof.
  induction w as [|[x f] w IH]; cbn [ok_prefix fits_word]; intros q Hq s Hs i c.
  - apply N.eqb_eq in Hq. subst. cbn. rewrite N.add_0_r; auto.
  - destruct s as [|b s]; [discriminate|].
    destruct (filter _ all_bytes) as [|b0 l] eqn:F; [discriminate|].
    destruct (every _) eqn:Ev; [|discriminate].
    destruct (N.lor (to_N b) f =? x) eqn:Hb; [|discriminate].
    pose proof (every_all _ Ev b) as X. cbn beta in X. rewrite Hb in X.
    rewrite (stepping_goes _ _ _ _ X). cbn [length skipn]. unfold store; cbn [N.eqb].
    rewrite (IH _ Hq s Hs). f_equal. lia.
Qed.

Theorem Run_ok : forall s, same (Run s) (stepping s 0 (start m) []).
Proof.
  intros s. unfold Run. destruct ok_parts as (_ & _ & L4 & P).
  destruct (fits_word (prefix h) s) eqn:F.
  - rewrite (prefix_ok _ _ P s F 0 []), L4. change (0 + N.of_nat 4) with 4.
    apply run_ok. pose proof (skipn_length _ 4 s). lia.
  - apply run_ok. lia.
Qed.
End Loop.
