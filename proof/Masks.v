(* Masks of 64 bits, and what the assembly of internal/dfa does with them.

   Bit j of a mask stands for byte j of a block. An instruction is the function that
   its manual gives: BZHI keeps the low bits, BLSR clears the lowest bit that is set,
   TZCNT counts the zeros below it, POPCNT counts the bits that are set. *)

From Coq Require Import List NArith Bool Lia.
Import ListNotations.
Open Scope N_scope.

Definition size : N := 64.
Definition not64 (x : N) : N := N.lnot x size.
Definition shr (x n : N) : N := N.shiftr x n.
Definition shl64 (x n : N) : N := N.land (N.shiftl x n) (N.ones size).
Definition bzhi (n x : N) : N := N.land x (N.ones n).
Fixpoint zeros (p : positive) : N := match p with xO p' => 1 + zeros p' | _ => 0 end.
Definition tzcnt (x : N) : N := match x with 0 => size | Npos p => zeros p end.
Definition blsr (x : N) : N := N.clearbit x (tzcnt x).
Fixpoint ones_below (f : N -> bool) (n : nat) : N :=
  match n with O => 0 | S n' => ones_below f n' + N.b2n (f (N.of_nat n')) end.
Definition popcnt (x : N) : N := ones_below (N.testbit x) 64.

(* The word x is the mask of f: it has a bit for each j below 64 with f j, and no other. *)
Definition is (x : N) (f : N -> bool) : Prop := forall j, N.testbit x j = (j <? size) && f j.

Lemma is_ext : forall x f g, is x f -> (forall j, j < size -> f j = g j) -> is x g.
Proof.
  intros x f g H E j. rewrite (H j). destruct (N.ltb_spec j size); auto. cbn. auto.
Qed.
Lemma is_low : forall x f j, is x f -> j < size -> N.testbit x j = f j.
Proof. intros x f j H L. rewrite (H j). destruct (N.ltb_spec j size); [auto|lia]. Qed.
Lemma is_not : forall x f, is x f -> is (not64 x) (fun j => negb (f j)).
Proof.
  intros x f H j. unfold not64. destruct (N.ltb_spec j size) as [L|L].
  - rewrite N.lnot_spec_low by auto. rewrite (is_low x f) by auto. auto.
  - rewrite N.lnot_spec_high by auto. rewrite (H j). destruct (N.ltb_spec j size); [lia|auto].
Qed.
Lemma is_land : forall x y f g, is x f -> is y g -> is (N.land x y) (fun j => f j && g j).
Proof.
  intros x y f g H G j. rewrite N.land_spec, (H j), (G j). destruct (j <? size), (f j), (g j); auto.
Qed.
Lemma is_lor : forall x y f g, is x f -> is y g -> is (N.lor x y) (fun j => f j || g j).
Proof.
  intros x y f g H G j. rewrite N.lor_spec, (H j), (G j). destruct (j <? size), (f j), (g j); auto.
Qed.
Lemma is_shr : forall x f n, is x f -> is (shr x n) (fun j => (j + n <? size) && f (j + n)).
Proof.
  intros x f n H j. unfold shr. rewrite N.shiftr_spec' , (H (j + n)).
  destruct (N.ltb_spec (j + n) size), (N.ltb_spec j size); auto; lia.
Qed.
Lemma is_shl : forall x f n, is x f -> is (shl64 x n) (fun j => (n <=? j) && f (j - n)).
Proof.
  intros x f n H j. unfold shl64. rewrite N.land_spec.
  destruct (N.ltb_spec j size) as [L|L].
  - rewrite N.ones_spec_low by auto. destruct (N.leb_spec n j) as [M|M].
    + rewrite N.shiftl_spec_high', (is_low x f) by (assumption || lia). rewrite andb_true_r. auto.
    + rewrite N.shiftl_spec_low by auto. auto.
  - rewrite N.ones_spec_high by auto. rewrite andb_false_r. auto.
Qed.
Lemma is_bzhi : forall x f n, is x f -> is (bzhi n x) (fun j => (j <? n) && f j).
Proof.
  intros x f n H j. unfold bzhi. rewrite N.land_spec, (H j).
  destruct (N.ltb_spec j n) as [L|L].
  - rewrite N.ones_spec_low by auto. destruct (j <? size), (f j); auto.
  - rewrite N.ones_spec_high by auto. destruct (j <? size), (f j); auto.
Qed.

(* The position p is the first one below n with f p, or n. *)
Definition first_of (n : N) (f : N -> bool) (p : N) : Prop :=
  p <= n /\ (forall j, j < p -> f j = false) /\ (p < n -> f p = true).

Lemma zeros_spec : forall p, N.testbit (Npos p) (zeros p) = true /\ forall j, j < zeros p -> N.testbit (Npos p) j = false.
Proof.
  induction p as [p IH|p IH|]; cbn [zeros].
  - split; [reflexivity|intros; lia].
  - destruct IH as (T & F). split.
    + replace (1 + zeros p) with (N.succ (zeros p)) by lia. change (Npos p~0) with (2 * Npos p).
      rewrite N.testbit_even_succ by lia. auto.
    + intros j Hj. change (Npos p~0) with (2 * Npos p).
      destruct (N.eqb_spec j 0) as [->|Z]; [apply N.testbit_even_0|].
      replace j with (N.succ (j - 1)) by lia. rewrite N.testbit_even_succ by lia. apply F. lia.
  - split; [reflexivity|intros; lia].
Qed.
Lemma tzcnt_first : forall x f, is x f -> first_of size f (tzcnt x).
Proof.
  intros x f H. destruct x as [|p]; cbn [tzcnt].
  - split; [reflexivity|]. split; [|lia]. intros j Hj. rewrite <- (is_low _ _ j H Hj). auto.
  - destruct (zeros_spec p) as (T & F).
    assert (L : zeros p < size).
    { destruct (N.ltb_spec (zeros p) size) as [L|L]; auto. rewrite (H (zeros p)) in T.
      destruct (N.ltb_spec (zeros p) size); [lia|discriminate]. }
    split; [lia|]. split.
    + intros j Hj. rewrite <- (is_low _ _ j H) by lia. auto.
    + intros _. rewrite <- (is_low _ _ _ H L). auto.
Qed.
Lemma is_blsr : forall x f, is x f -> is (blsr x) (fun j => f j && negb (j =? tzcnt x)).
Proof.
  intros x f H j. unfold blsr. rewrite N.clearbit_spec'.
  rewrite N.ldiff_spec, N.pow2_bits_eqb, (H j), (N.eqb_sym j). destruct (j <? size); auto.
Qed.
Lemma is_zero : forall x f, is x f -> (x = 0 <-> forall j, j < size -> f j = false).
Proof.
  intros x f H. split.
  - intros -> j Hj. rewrite <- (is_low _ _ j H Hj). auto.
  - intros Z. apply N.bits_inj_0. intros j. rewrite (H j). destruct (N.ltb_spec j size); auto.
    rewrite Z; auto.
Qed.

(* Counting. *)
Lemma ones_ext : forall f g n, (forall j, j < N.of_nat n -> f j = g j) -> ones_below f n = ones_below g n.
Proof.
  intros f g. induction n as [|n IH]; intros H; auto. cbn [ones_below]. rewrite IH by (intros; apply H; lia).
  rewrite H by lia. auto.
Qed.
Lemma ones_app : forall f a b, ones_below f (a + b) = ones_below f a + ones_below (fun j => f (N.of_nat a + j)) b.
Proof.
  intros f a. induction b as [|b IH].
  - rewrite PeanoNat.Nat.add_0_r. cbn. lia.
  - rewrite PeanoNat.Nat.add_succ_r. cbn [ones_below]. rewrite IH.
    replace (N.of_nat (a + b)) with (N.of_nat a + N.of_nat b) by lia. lia.
Qed.
Lemma ones_none : forall f n, (forall j, j < N.of_nat n -> f j = false) -> ones_below f n = 0.
Proof.
  intros f. induction n as [|n IH]; intros H; auto. cbn [ones_below]. rewrite IH by (intros; apply H; lia).
  rewrite H by lia. auto.
Qed.
Lemma ones_most : forall f n, ones_below f n <= N.of_nat n.
Proof. intros f. induction n as [|n IH]; cbn [ones_below]; [lia|]. destruct (f (N.of_nat n)); cbn [N.b2n]; lia. Qed.
Lemma ones_late : forall f len n, len <= N.of_nat n -> (forall j, j < len -> f j = false) ->
  ones_below f n <= N.of_nat n - len.
Proof.
  intros f len n L H. replace n with (N.to_nat len + (n - N.to_nat len))%nat by lia.
  rewrite ones_app, ones_none by (intros; apply H; lia).
  pose proof (ones_most (fun j => f (N.of_nat (N.to_nat len) + j)) (n - N.to_nat len)). lia.
Qed.
Lemma ones_without : forall f p n, ones_below f n <= ones_below (fun j => f j && negb (j =? p)) n + 1.
Proof.
  intros f p. assert (X : forall n, N.of_nat n <= p -> ones_below f n = ones_below (fun j => f j && negb (j =? p)) n).
  { intros n Hn. apply ones_ext. intros j Hj. destruct (N.eqb_spec j p); [lia|]. rewrite andb_true_r. auto. }
  induction n as [|n IH]; cbn [ones_below]; [lia|].
  destruct (N.eqb_spec (N.of_nat n) p) as [E|E]; cbn [negb].
  - rewrite (X n) by lia. destruct (f (N.of_nat n)); cbn [N.b2n andb]; lia.
  - rewrite andb_true_r. lia.
Qed.

Lemma ones_one : forall f p n, p < N.of_nat n -> f p = true ->
  ones_below f n = ones_below (fun j => f j && negb (j =? p)) n + 1.
Proof.
  intros f p. induction n as [|n IH]; intros Hp Fp; [lia|]. cbn [ones_below].
  destruct (N.eqb_spec (N.of_nat n) p) as [E|E]; cbn [negb].
  - rewrite E, Fp. cbn [andb N.b2n].
    rewrite (ones_ext f (fun j => f j && negb (j =? p)) n); [lia|].
    intros j Hj. destruct (N.eqb_spec j p); [lia|]. rewrite andb_true_r. auto.
  - rewrite andb_true_r, IH by (auto; lia). lia.
Qed.
Lemma ones_zero : forall f n, ones_below f n = 0 -> forall j, j < N.of_nat n -> f j = false.
Proof.
  intros f. induction n as [|n IH]; intros H j Hj; [lia|]. cbn [ones_below] in H.
  destruct (f (N.of_nat n)) eqn:E; cbn [N.b2n] in H; [lia|].
  destruct (N.eqb_spec j (N.of_nat n)) as [->|]; auto. apply IH; lia.
Qed.
Opaque ones_below.
Lemma of64 : N.of_nat 64 = 64.
Proof. vm_compute. reflexivity. Qed.
Lemma popcnt_zero : forall x j, popcnt x = 0 -> j < 64 -> N.testbit x j = false.
Proof. intros x j H Hj. apply (ones_zero _ _ H). rewrite of64. exact Hj. Qed.
Lemma popcnt_blsr : forall x f, is x f -> popcnt x <> 0 ->
  tzcnt x < size /\ f (tzcnt x) = true /\ popcnt x = popcnt (blsr x) + 1.
Proof.
  intros x f H P. destruct (tzcnt_first x f H) as (A & B & C).
  assert (L : tzcnt x < size).
  { destruct (N.ltb_spec (tzcnt x) size) as [|L]; auto. elim P. unfold popcnt. apply ones_none.
    intros j Hj. rewrite (is_low x f) by auto. apply B. unfold size in *. rewrite of64 in Hj. lia. }
  split; auto. split; auto. unfold popcnt.
  rewrite (ones_one (N.testbit x) (tzcnt x) 64) by (rewrite ?of64, ?(is_low x f) by auto; auto).
  apply (f_equal (fun n => n + 1)). apply ones_ext. intros j Hj. rewrite of64 in Hj. rewrite (is_low _ _ j (is_blsr x f H)) by auto.
  rewrite (is_low x f) by auto. auto.
Qed.

Opaque popcnt.

(* The first k positions of the bits that are set. *)
Fixpoint picks (k : nat) (x : N) : list N :=
  match k with O => [] | S k' => tzcnt x :: picks k' (blsr x) end.
Lemma picks_length : forall k x, length (picks k x) = k.
Proof. induction k; intros; cbn; auto. Qed.
Lemma picks_firstn : forall i k x, (i <= k)%nat -> firstn i (picks k x) = picks i x.
Proof. induction i; intros k x H; auto. destruct k; [lia|]. cbn. f_equal. apply IHi. lia. Qed.

(* Lists of special bytes. The bytes are those of a text of len bytes. All positions
   from len on count as special. *)
Section Lists.
Variable len : N.
Variable special : N -> bool.
Hypothesis Beyond : forall j, len <= j -> special j = true.

(* The first special byte from p on is at p', or p' is len. *)
Definition next_special (p p' : N) : Prop :=
  p <= p' /\ p' <= len /\ (forall j, p <= j -> j < p' -> special j = false) /\ special p' = true.
(* The list has the special bytes from p on, in order. 0 means that no more is known. *)
Fixpoint good (p : N) (l : list N) : Prop :=
  match l with
  | [] => True
  | x :: l' => x = 0 \/ next_special p x /\ (x < len -> good (x + 1) l')
  end.
(* The list has all special bytes from p on and before q. *)
Fixpoint upto (p : N) (l : list N) (q : N) : Prop :=
  match l with
  | [] => p <= q /\ forall j, p <= j -> j < q -> special j = false
  | x :: l' => next_special p x /\ x < q /\ upto (x + 1) l' q
  end.
(* The list has some. *)
Fixpoint part (p : N) (l : list N) : Prop :=
  match l with
  | [] => True
  | x :: l' => next_special p x /\ part (x + 1) l'
  end.

Lemma upto_part : forall l p q, upto p l q -> part p l.
Proof. induction l as [|x l IH]; cbn; auto. intros p q (A & _ & B). split; eauto. Qed.
Lemma part_good : forall l p l', part p l -> (l' = [] \/ exists l'', l' = 0 :: l'') -> good p (l ++ l').
Proof.
  induction l as [|x l IH]; cbn; intros p l' H E.
  - destruct E as [->|(l'' & ->)]; cbn; auto.
  - destruct H as (A & B). right. split; auto.
Qed.
Lemma part_firstn : forall n l p, part p l -> part p (firstn n l).
Proof. induction n; intros [|x l] p H; cbn in *; auto. destruct H. split; auto. Qed.
Lemma next_wider : forall p q x, p <= q -> (forall j, p <= j -> j < q -> special j = false) -> next_special q x -> next_special p x.
Proof.
  intros p q x L H (A & B & C & D). split; [lia|]. split; auto. split; auto.
  intros j J1 J2. destruct (N.ltb_spec j q); auto.
Qed.
Lemma upto_app : forall l p q l' r, upto p l q -> upto q l' r -> upto p (l ++ l') r.
Proof.
  assert (X : forall l p q r, upto p l q -> q <= r -> True) by auto.
  induction l as [|x l IH]; cbn [app upto]; intros p q l' r H H'.
  - destruct H as (L & N0). destruct l' as [|y l']; cbn [upto] in *.
    + split; [lia|]. intros j J1 J2. destruct (N.ltb_spec j q); [auto|]. apply H'; lia.
    + destruct H' as (A & B & C). split; [eapply next_wider; eauto|auto].
  - destruct H as (A & B & C). assert (R : upto (x + 1) (l ++ l') r) by eauto. split; auto. split; auto.
    assert (q <= r); [|lia]. clear - H'. destruct l' as [|y l']; cbn [upto] in H'; [tauto|].
    destruct H' as ((A & _) & B & _). lia.
Qed.
Lemma upto_part_app : forall l p q l', upto p l q -> part q l' -> part p (l ++ l').
Proof.
  induction l as [|x l IH]; cbn [app upto part]; intros p q l' H H'.
  - destruct H as (L & N0). destruct l' as [|y l']; cbn [part] in *; auto.
    destruct H' as (A & B). split; auto. eapply next_wider; eauto.
  - destruct H as (A & B & C). split; eauto.
Qed.
(* A list up to len that ends with len. *)
Lemma upto_good : forall l p, upto p l len -> good p (l ++ [len]).
Proof.
  induction l as [|x l IH]; cbn [app upto good]; intros p H.
  - right. split; [|lia]. destruct H. split; auto. split; [lia|]. split; auto. apply Beyond. lia.
  - destruct H as (A & B & C). right. split; auto.
Qed.

(* The bits of a block of n bytes at position cx, of which those from p on count. *)
Lemma picks_upto : forall i x n cx p, cx <= p -> p <= cx + n -> n <= size -> cx + n <= len ->
  is x (fun j => (j <? n) && (p <=? cx + j) && special (cx + j)) ->
  N.of_nat i <= popcnt x ->
  part p (map (N.add cx) (picks i x)) /\ (N.of_nat i = popcnt x -> upto p (map (N.add cx) (picks i x)) (cx + n)).
Proof.
  induction i as [|i IH]; intros x n cx p L1 L2 L3 L4 H P; cbn [picks map part upto].
  - split; auto. intros E. split; auto. intros j J1 J2.
    assert (X : N.testbit x (j - cx) = false).
    { apply popcnt_zero; [lia|]. unfold size in *. lia. }
    rewrite (is_low x _ _ H) in X by lia. cbn beta in X.
    replace (cx + (j - cx)) with j in X by lia.
    destruct (N.ltb_spec (j - cx) n); [|lia]. destruct (N.leb_spec p j); [|lia]. auto.
  - destruct (popcnt_blsr x _ H) as (A & B & C); [lia|].
    destruct (tzcnt_first x _ H) as (_ & F & _). cbn beta in B, F.
    destruct (N.ltb_spec (tzcnt x) n) as [T|]; [|discriminate].
    destruct (N.leb_spec p (cx + tzcnt x)) as [G|]; [|discriminate]. cbn [andb] in B.
    assert (NS : next_special p (cx + tzcnt x)).
    { split; auto. split; [lia|]. split; auto. intros j J1 J2. specialize (F (j - cx) ltac:(lia)).
      replace (cx + (j - cx)) with j in F by lia.
      destruct (N.ltb_spec (j - cx) n); [|lia]. destruct (N.leb_spec p j); [|lia]. auto. }
    destruct (IH (blsr x) n cx (cx + tzcnt x + 1)) as (Y & Z); try lia.
    { eapply is_ext; [apply is_blsr; exact H|]. intros j Hj. cbn beta.
      destruct (N.ltb_spec j n); auto. cbn [andb].
      destruct (N.leb_spec (cx + tzcnt x + 1) (cx + j)), (N.leb_spec p (cx + j)), (N.eqb_spec j (tzcnt x));
        cbn [andb negb]; try lia; rewrite ?andb_true_r, ?andb_false_r; auto.
      rewrite <- (F j) by lia. destruct (N.ltb_spec j n); [|lia]. destruct (N.leb_spec p (cx + j)); [|lia]. auto. }
    split; [split; auto|]. intros E. split; auto. split; [lia|]. apply Z. lia.
Qed.

(* The bits of one block that holds the whole text. Those from len on are set. *)
Lemma picks_good : forall i x p, len <= size -> p <= len ->
  is x (fun j => (p <=? j) && special j) -> good p (picks i x ++ [0]).
Proof.
  induction i as [|i IH]; intros x p L P H; cbn [picks app good]; auto.
  destruct (tzcnt_first x _ H) as (A & F & T). cbn beta in F, T. right.
  assert (B : tzcnt x <= len).
  { destruct (N.leb_spec (tzcnt x) len) as [|Lt]; auto. specialize (F len Lt). rewrite Beyond in F by lia.
    destruct (N.leb_spec p len); [discriminate|lia]. }
  assert (C : special (tzcnt x) = true /\ p <= tzcnt x).
  { destruct (N.ltb_spec (tzcnt x) size) as [Lt|].
    - specialize (T Lt). destruct (N.leb_spec p (tzcnt x)); [auto|discriminate].
    - split; [apply Beyond; lia|lia]. }
  destruct C as (C & D). split.
  - split; auto. split; auto. split; auto. intros j J1 J2. specialize (F j J2). destruct (N.leb_spec p j); [auto|lia].
  - intros Lt. apply IH; auto; [lia|].
    eapply is_ext; [apply is_blsr; exact H|]. intros j Hj. cbn beta.
    destruct (N.leb_spec (tzcnt x + 1) j), (N.leb_spec p j), (N.eqb_spec j (tzcnt x));
      cbn [andb negb]; try lia; rewrite ?andb_true_r, ?andb_false_r; auto.
    rewrite <- (F j) by lia. destruct (N.leb_spec p j); [auto|lia].
Qed.
End Lists.
