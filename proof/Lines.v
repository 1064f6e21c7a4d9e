(* The assembly of internal/dfa for many lines, and the proof that it leads where stepping
   leads, line by line.

   The masks are those of Begin.v. lines lists the special bytes of a chunk, LF among them,
   and takes one line after the other. The list is modelled instruction by instruction, as
   are HEAD and EXIT. The bounds of a chunk, which only choose where lines stops, are given
   as last: the position of the last block. *)

From Coq Require Import List NArith Bool Lia.
From Urn Require Import Abnf Check Loop Masks Begin.
Import ListNotations.
Open Scope N_scope.

Section Lines.
Variable m : machine.
Variable h : shortcuts.
Variable mem : N -> byte.
Variable mask : N -> N -> N.
Variable leads : N -> N.

Definition LF : byte := x0a.
Definition CR : byte := x0d.
Definition is_lf (i : N) : bool := Byte.eqb (mem i) LF.
Definition is_cr (i : N) : bool := Byte.eqb (mem i) CR.

(* The list of special bytes. A block takes 62 bytes. The chunk ends before a block with
   more than dense special bytes. *)
Definition listed : N := 160.
Definition dense : N := 24.
Fixpoint listing (fuel : nat) (last i : N) (l : list N) : list N :=
  match fuel with
  | O => l
  | S fuel' =>
    let x := bzhi 62 (not64 (N.lor (mask 3 i) (escapes mask leads i))) in
    if dense <? popcnt x then l
    else
      let l' := l ++ map (N.add i) (picks (N.to_nat (popcnt x)) x) in
      if listed <=? N.of_nat (length l') then l'
      else if i + 62 <=? last then listing fuel' last (i + 62) l' else l'
  end.

(* What is known of a line: the captures if it is accepted, and else a place of it and the
   state there. *)
Inductive read := Accepted (c : captures) | Undecided (end_ q : N).

(* The special bytes of a head do not matter. *)
Fixpoint early (a : N) (l : list N) : list N :=
  match l with
  | p :: l' => if p <? a then early a l' else l
  | [] => []
  end.
Definition line (t : N) (l : list N) : read :=
  if negb (fits_mem mem (prefix h) t) then Undecided 0 (start m)
  else match HEAD h mem mask t with
  | None => Undecided 4 (begin h)
  | Some r =>
    match early (t + r) l with
    | [] => Undecided 4 (begin h)
    | p :: l' =>
      if p =? t + r then Undecided 4 (begin h)
      else
        let '(p', q, c) := hops h mem (fun p => is_lf p || is_cr p) t p (region h) (accel h (region h)) l' (store (snd (delimiter h)) r []) in
        if is_lf p' || (is_cr p' && is_lf (p' + 1)) then Accepted c else Undecided (p' - t) q
    end
  end.
(* The first LF in the list, and what follows it. *)
Fixpoint skipLF (l : list N) : option (N * list N) :=
  match l with
  | [] => None
  | p :: l' => if is_lf p then Some (p, l') else skipLF l'
  end.
Definition lineEnd (t lf : N) : N := if lf =? t then lf else if is_cr (lf - 1) then lf - 1 else lf.
(* The lines of a chunk: start, end, and what is known of them. *)
Fixpoint chunk (fuel : nat) (t : N) (l : list N) : list (N * N * read) :=
  match fuel with
  | O => []
  | S fuel' =>
    match skipLF l with
    | None => []
    | Some (lf, l') => (t, lineEnd t lf, line t l) :: chunk fuel' (lf + 1) l'
    end
  end.
Definition Lines (fuel : nat) (t last : N) : list (N * N * read) := chunk fuel t (listing fuel last t []).

(* The check: no state has a transition on LF or CR, and neither is in a set. *)
Definition quiet (b : byte) : bool :=
  if set h 3 b then false else if set h 1 b then false else if set h 2 b then false
  else if Byte.eqb b (lead h) then false
  else if set h 0 b then false
  else forallb (fun q => fst (next m q b) =? 0) (all_states h).
Definition ok_lines : bool :=
  if quiet LF then if quiet CR then
    forallb (fun b =>
      if forallb (fun n => negb (pair_eqb (next m (chain h + N.of_nat n) b) (delimiter h))) (seq 0 29)
      then forallb (fun x => negb (N.lor (to_N b) (snd x) =? fst x)) (prefix h) else false) [LF; CR]
  else false else false.

(* The proof. *)
Hypothesis Loop_ok : ok_loop m h = true.
Hypothesis Known : forall q, accel h q <> 0 -> In q (all_states h).
Hypothesis Begin_ok : ok_begin m h = true.
Hypothesis Ok : ok_lines = true.
Hypothesis Masks : forall k i, is (mask k i) (fun j => set h k (mem (i + j))).
Hypothesis Leads : forall i, is (leads i) (fun j => Byte.eqb (mem (i + j)) (lead h)).

Definition escape_at (i : N) : bool := Byte.eqb (mem i) (lead h) && set h 1 (mem (i + 1)) && set h 2 (mem (i + 2)).
Definition marked (i : N) : bool := negb (set h 3 (mem i) || escape_at i).

Lemma lines_parts : quiet LF = true /\ quiet CR = true /\ forall b, b = LF \/ b = CR ->
  (forall n, n <= 28 -> pair_eqb (next m (chain h + n) b) (delimiter h) = false) /\
  (forall x, In x (prefix h) -> (N.lor (to_N b) (snd x) =? fst x) = false).
Proof.
  pose proof Ok as K. unfold ok_lines in K. destruct (quiet LF); [|discriminate]. destruct (quiet CR); [|discriminate].
  split; auto. split; auto. intros b Hb.
  assert (I : In b [LF; CR]) by (destruct Hb as [->| ->]; cbn [In]; auto).
  pose proof (proj1 (forallb_forall _ _) K b I) as X. cbn beta in X.
  destruct (forallb _ (seq 0 29)) eqn:A; [|discriminate].
  split.
  - intros n Hn. assert (Y : In (N.to_nat n) (seq 0 29)) by (apply in_seq; lia).
    pose proof (proj1 (forallb_forall _ _) A _ Y) as Z. cbn beta in Z. rewrite Nnat.N2Nat.id in Z.
    destruct (pair_eqb (next m (chain h + n) b) (delimiter h)); [discriminate|auto].
  - intros x Hx. pose proof (proj1 (forallb_forall _ _) X x Hx) as Z. cbn beta in Z.
    destruct (N.lor (to_N b) (snd x) =? fst x); [discriminate|auto].
Qed.
Lemma quiet_parts : forall b, quiet b = true -> set h 3 b = false /\ set h 1 b = false /\ set h 2 b = false /\ Byte.eqb b (lead h) = false /\ set h 0 b = false.
Proof.
  unfold quiet. intros b H. destruct (set h 3 b); [discriminate|]. destruct (set h 1 b); [discriminate|].
  destruct (set h 2 b); [discriminate|]. destruct (Byte.eqb b (lead h)); [discriminate|]. destruct (set h 0 b); [discriminate|auto].
Qed.
Lemma quiet_marked : forall i, quiet (mem i) = true -> marked i = true.
Proof.
  intros i H. destruct (quiet_parts _ H) as (A & _ & _ & B & _). unfold marked, escape_at. rewrite A, B. auto.
Qed.
Lemma lf_eq : forall i, is_lf i = true -> mem i = LF.
Proof. intros i H. apply byte_dec_bl in H. auto. Qed.
Lemma cr_eq : forall i, is_cr i = true -> mem i = CR.
Proof. intros i H. apply byte_dec_bl in H. auto. Qed.

(* Every list of special bytes from a place on, up to the end of the last block. *)
Variable most : N.
Notation all_to := (upto most marked).

Lemma listing_ok : forall fuel last i l t, all_to t l i -> t <= i -> last + 62 <= most -> i <= last ->
  exists j, i <= j /\ j <= most /\ all_to t (listing fuel last i l) j.
Proof.
  induction fuel as [|fuel IH]; intros last i l t U T L I; cbn [listing]; [exists i; repeat split; auto; lia|].
  set (x := bzhi 62 (not64 (N.lor (mask 3 i) (escapes mask leads i)))).
  assert (X : is x (fun j => (j <? 62) && (i <=? i + j) && marked (i + j))).
  { eapply is_ext; [apply is_bzhi; apply is_not; apply is_lor; [apply Masks|apply (is_escapes h mem mask leads Masks Leads)]|].
    intros j Hj. cbn beta. destruct (N.ltb_spec j 62); auto. cbn [andb]. destruct (N.leb_spec i (i + j)); [|lia]. cbn [andb].
    unfold marked, escape_at. destruct (N.ltb_spec (j + 1) 64); [|lia]. destruct (N.ltb_spec (j + 2) 64); [|lia]. cbn [andb].
    replace (i + (j + 1)) with (i + j + 1) by lia. replace (i + (j + 2)) with (i + j + 2) by lia. auto. }
  destruct (N.ltb_spec dense (popcnt x)); [exists i; split; [lia|split; [lia|exact U]]|].
  destruct (picks_upto most marked (N.to_nat (popcnt x)) x 62 i i) as (_ & P); try lia; [unfold size; lia|exact X|].
  specialize (P ltac:(lia)).
  assert (U' : all_to t (l ++ map (N.add i) (picks (N.to_nat (popcnt x)) x)) (i + 62)) by (exact (upto_app _ _ _ _ _ _ _ U P)).
  destruct (listed <=? _); [exists (i + 62); split; [lia|split; [lia|exact U']]|].
  destruct (N.leb_spec (i + 62) last).
  - destruct (IH last (i + 62) _ t U' ltac:(lia) L ltac:(lia)) as (j & J1 & J2 & J3). exists j. split; [lia|split; [lia|exact J3]].
  - exists (i + 62). split; [lia|split; [lia|exact U']].
Qed.

(* The first LF. *)
Lemma skipLF_ok : forall l t j lf l', all_to t l j -> skipLF l = Some (lf, l') ->
  t <= lf /\ lf < j /\ is_lf lf = true /\ (forall i, t <= i -> i < lf -> is_lf i = false) /\ all_to (lf + 1) l' j.
Proof.
  destruct lines_parts as (QL & _).
  assert (Q : forall i, is_lf i = true -> marked i = true).
  { intros i H. apply quiet_marked. rewrite (lf_eq i H). auto. }
  induction l as [|p l IH]; intros t j lf l' U S; cbn [skipLF] in S; [discriminate|].
  cbn [upto] in U. destruct U as ((A & B & C & D) & E & F).
  assert (N0 : forall i, t <= i -> i < p -> is_lf i = false).
  { intros i I1 I2. destruct (is_lf i) eqn:Y; auto. apply Q in Y. rewrite C in Y by auto. discriminate. }
  destruct (is_lf p) eqn:Lp.
  - inversion S; subst. repeat split; auto.
  - destruct (IH (p + 1) j lf l' F S) as (X1 & X2 & X3 & X4 & X5). repeat split; auto; try lia.
    intros i I1 I2. destruct (N.ltb_spec i p); [auto|]. destruct (N.eqb_spec i p) as [->|]; [auto|]. apply X4; lia.
Qed.

(* One line. *)
Section Line.
Variable t lf j : N.
Variable l : list N.
Hypothesis List_ : all_to t l j.
Hypothesis Lf_in : t <= lf /\ lf < j.
Hypothesis Lf : is_lf lf = true.
Hypothesis Lf_first : forall i, t <= i -> i < lf -> is_lf i = false.
Let e := lineEnd t lf.
Definition special (i : N) : bool := if i <? e then marked i else true.

Lemma end_at : t <= e /\ e <= lf /\ (mem e = LF \/ mem e = CR) /\ (e <> lf -> lf = e + 1 /\ is_cr e = true).
Proof.
  unfold e, lineEnd. destruct (N.eqb_spec lf t) as [->|].
  - split; [lia|]. split; [lia|]. split; [left; apply lf_eq; auto|lia].
  - destruct (is_cr (lf - 1)) eqn:C.
    + split; [lia|]. split; [lia|]. split; [right; apply cr_eq; auto|]. intros _. split; [lia|auto].
    + split; [lia|]. split; [lia|]. split; [left; apply lf_eq; auto|lia].
Qed.
Lemma end_quiet : quiet (mem e) = true.
Proof. destruct lines_parts as (A & B & _). destruct end_at as (_ & _ & [->| ->] & _); auto. Qed.

Lemma Special : forall i, i < e -> special i = negb (set h 3 (mem i) || is_escape h mem e i).
Proof.
  intros i H. unfold special. destruct (N.ltb_spec i e); [|lia]. unfold marked, escape_at, is_escape. f_equal. f_equal.
  destruct (quiet_parts _ end_quiet) as (_ & Q1 & Q2 & _).
  destruct (N.ltb_spec (i + 2) e) as [|L]; [rewrite andb_true_r; auto|]. rewrite andb_false_r.
  assert (X : i + 1 = e \/ i + 2 = e) by lia. destruct X as [->| ->]; rewrite ?Q1, ?Q2, ?andb_false_r; auto.
Qed.
Lemma Beyond : forall i, e <= i -> special i = true.
Proof. intros i H. unfold special. destruct (N.ltb_spec i e); [lia|auto]. Qed.
Lemma to_good : forall k p, all_to p k j -> p <= e -> good e special p k.
Proof.
  assert (Me : marked e = true) by (apply quiet_marked; apply end_quiet).
  induction k as [|x k IH]; intros p U P; cbn [upto good] in *; auto.
  destruct U as ((A & B & C & D) & E & F). right.
  assert (X : x <= e). { destruct (N.leb_spec x e); auto. rewrite C in Me by lia. discriminate. }
  split.
  - split; auto. split; auto. split.
    + intros i I1 I2. unfold special. destruct (N.ltb_spec i e); [auto|lia].
    + unfold special. destruct (x <? e); auto.
  - intros Hx. apply IH; auto. lia.
Qed.

Notation from := (from m mem t e).
Definition told (x : read) : Prop :=
  match x with
  | Accepted c => exists q, accepting m q = true /\ from t (start m) [] = (e - t, q, c)
  | Undecided i q => t + i <= e /\ exists c, from t (start m) [] = from (t + i) q c
  end.

(* No byte of a head ends the line. *)
Lemma fits_nth : forall w i k, fits_mem mem w i = true -> (k < length w)%nat ->
  exists x, In x w /\ (N.lor (to_N (mem (i + N.of_nat k))) (snd x) =? fst x) = true.
Proof.
  induction w as [|[x f] w IH]; intros i k F L; cbn [length] in L; [lia|]. cbn [fits_mem] in F.
  destruct (N.lor (to_N (mem i)) f =? x) eqn:E; [|discriminate]. destruct k as [|k].
  - exists (x, f). replace (i + N.of_nat 0) with i by lia. split; [left; auto|auto].
  - destruct (IH (i + 1) k F ltac:(lia)) as (y & Y1 & Y2). exists y. split; [right; auto|].
    replace (i + N.of_nat (S k)) with (i + 1 + N.of_nat k) by lia. auto.
Qed.
Lemma prefix_inside : fits_mem mem (prefix h) t = true -> t + 4 <= e.
Proof.
  intros F. destruct (N.leb_spec (t + 4) e) as [|L]; auto. exfalso.
  destruct (ok_parts m h Loop_ok) as (_ & _ & L4 & _). destruct end_at as (E1 & _ & E3 & _).
  destruct lines_parts as (_ & _ & P). destruct (P _ E3) as (_ & P2).
  destruct (fits_nth (prefix h) t (N.to_nat (e - t)) F ltac:(lia)) as (x & X1 & X2).
  replace (t + N.of_nat (N.to_nat (e - t))) with e in X2 by lia. rewrite (P2 x X1) in X2. discriminate.
Qed.
Lemma head_inside : forall r, fits_mem mem (prefix h) t = true -> HEAD h mem mask t = Some r -> t + r <= e.
Proof.
  intros r F H. pose proof (prefix_inside F) as P4. destruct (N.leb_spec (t + r) e) as [|L]; auto. exfalso.
  destruct end_at as (_ & _ & E3 & _). destruct lines_parts as (_ & _ & P). destruct (P _ E3) as (P1 & _).
  destruct (quiet_parts _ end_quiet) as (_ & _ & _ & _ & Q0).
  pose proof (head_run_ok h mem mask leads Masks Leads t) as R || pose proof (head_run_ok h mem mask Masks t) as R.
  cbv zeta in R. destruct R as (N28 & In_ & _).
  destruct (HEAD_parts m h mem mask Begin_ok Masks t r H) as (_ & _ & _ & D & _ & _ & _ & Er).
  cbv zeta in *. set (n := head_run mask t) in *. subst r. clear H.
  destruct (N.eqb_spec e (t + 4 + n)) as [E|E].
  - pose proof (P1 n N28) as X. rewrite <- E in D. rewrite D in X. unfold pair_eqb in X. rewrite !N.eqb_refl in X. discriminate.
  - pose proof (In_ (e - t - 4) ltac:(lia)) as I. replace (t + 4 + (e - t - 4)) with e in I by lia. congruence.
Qed.
Lemma early_ok : forall k p a x k', all_to p k j -> early a k = x :: k' -> p <= a ->
  next_special most marked a x /\ x < j /\ all_to (x + 1) k' j.
Proof.
  induction k as [|y k IH]; intros p a x k' U E P; cbn [early] in E; [discriminate|].
  cbn [upto] in U. destruct U as ((A & B & C & D) & F & G). destruct (N.ltb_spec y a).
  - apply (IH (y + 1)); auto. lia.
  - inversion E; subst. split; [|auto]. split; auto. split; auto. split; auto. intros i I1 I2. apply C; lia.
Qed.

(* What lines says of a line is so. *)
Theorem line_ok : told (line t l).
Proof.
  unfold line. destruct (fits_mem mem (prefix h) t) eqn:F; cbn [negb].
  2: { cbn [told]. destruct end_at as (A & _). split; [lia|]. exists []. rewrite N.add_0_r. auto. }
  pose proof (prefix_inside F) as P4.
  pose proof (prefix_from m h mem Loop_ok t e P4 F []) as Pf.
  assert (Four : told (Undecided 4 (begin h))).
  { cbn [told]. split; [auto|]. exists []. exact Pf. }
  destruct (HEAD h mem mask t) as [r|] eqn:H; [|exact Four].
  pose proof (head_inside r F H) as Hr.
  destruct (early (t + r) l) as [|p l'] eqn:E; [exact Four|].
  destruct (early_ok l t (t + r) p l' List_ E ltac:(lia)) as ((A & B & C & D) & Pj & U').
  destruct (N.eqb_spec p (t + r)) as [|Ne]; [exact Four|].
  assert (Me : marked e = true) by (apply quiet_marked; apply end_quiet).
  assert (Lr : t + r < e). { destruct (N.eqb_spec e (t + r)) as [X|]; [|lia]. rewrite C in Me by lia. discriminate. }
  assert (Pe : p <= e). { destruct (N.leb_spec p e); auto. rewrite C in Me by lia. discriminate. }
  assert (NX : next_special e special (t + r) p).
  { split; auto. split; auto. split.
    - intros i I1 I2. unfold special. destruct (N.ltb_spec i e); [apply C; auto|lia].
    - unfold special. destruct (p <? e); auto. }
  pose proof (first_region m h mem mask Loop_ok Known Begin_ok Masks t e special Special r p [] H Lr NX ltac:(lia)) as Q.
  destruct (begin_parts m h Begin_ok) as (_ & _ & _ & R & Acc & _).
  set (stop := fun p => is_lf p || is_cr p).
  assert (St : stop e = true).
  { unfold stop, is_lf, is_cr. destruct end_at as (_ & _ & [->| ->] & _); reflexivity. }
  pose proof (hops_ok m h mem Loop_ok Known Begin_ok t e special Special stop St l' p (region h)
    (store (snd (delimiter h)) r []) ltac:(lia) Pe ltac:(unfold special; destruct (p <? e); auto) R Acc
    (fun Hp => to_good l' (p + 1) U' ltac:(lia))) as X.
  destruct (hops h mem stop t p (region h) (accel h (region h)) l' (store (snd (delimiter h)) r [])) as [[p' q] c].
  destruct X as (X1 & X2 & X3 & X4).
  assert (All : from t (start m) [] = from p' q c) by (rewrite Pf, Q; exact X1).
  destruct end_at as (E1 & E2 & E3 & E4).
  destruct (is_lf p' || is_cr p' && is_lf (p' + 1)) eqn:V.
  - assert (Ee : p' = e).
    { destruct (N.eqb_spec p' e) as [|Np]; auto. exfalso. apply orb_prop in V. destruct V as [V|V].
      - rewrite Lf_first in V by lia. discriminate.
      - apply andb_prop in V. destruct V as (V1 & V2).
        assert (Y : lf <= p' + 1). { destruct (N.leb_spec lf (p' + 1)); auto. rewrite Lf_first in V2 by lia. discriminate. }
        assert (Z : e = lf /\ p' = lf - 1 /\ lf <> t) by lia. destruct Z as (Z1 & Z2 & Z3).
        unfold e, lineEnd in Z1. destruct (N.eqb_spec lf t); [tauto|]. rewrite <- Z2, V1 in Z1. lia. }
    cbn [told]. exists q. split; auto. rewrite All, Ee. unfold Begin.from. rewrite tail_end by lia. auto.
  - cbn [told]. split; [lia|]. exists c. replace (t + (p' - t)) with p' by lia. exact All.
Qed.
End Line.

(* Lines that follow each other: each ends before the first LF, or before CR LF, and what
   is said of it is so. *)
Inductive consecutive : N -> list (N * N * read) -> Prop :=
| no_line : forall t, consecutive t []
| one_line : forall t lf x rest, t <= lf -> is_lf lf = true -> (forall i, t <= i -> i < lf -> is_lf i = false) ->
    told t lf x -> consecutive (lf + 1) rest -> consecutive t ((t, lineEnd t lf, x) :: rest).
Lemma chunk_ok : forall fuel t l j, all_to t l j -> consecutive t (chunk fuel t l).
Proof.
  induction fuel as [|fuel IH]; intros t l j U; cbn [chunk]; [constructor|].
  destruct (skipLF l) as [[lf l']|] eqn:S; [|constructor].
  destruct (skipLF_ok l t j lf l' U S) as (A & B & C & D & E).
  constructor; auto; [|eapply IH; exact E]. apply (line_ok t lf j l U (conj A B) C D).
Qed.
End Lines.

Theorem Lines_ok : forall m h mem mask leads, ok_loop m h = true -> (forall q, accel h q <> 0 -> In q (all_states h)) ->
  ok_begin m h = true -> ok_lines m h = true -> Right h [] mem mask leads ->
  forall fuel t last, t <= last -> consecutive m mem t (Lines m h mem mask leads fuel t last).
Proof.
  intros m h mem mask leads L K B O [_ M1 M2] fuel t last T. unfold Lines.
  assert (U : upto (last + 62) (marked h mem) t [] t). { cbn [upto]. split; [lia|]. intros; lia. }
  destruct (listing_ok h mem mask leads M1 M2 (last + 62) fuel last t [] t U ltac:(lia) ltac:(lia) T) as (j & _ & _ & X).
  eapply chunk_ok; eauto.
Qed.
