(* What the loop does with a machine that reads the strings of a grammar. *)

From Coq Require Import List NArith Bool Lia.
From Urn Require Import Abnf Check Loop Begin.
Import ListNotations.
Open Scope N_scope.

(* The captures of a reading that begins at i: where the components with a mark
   start. The notes 7 and 8 are not marks. *)
Fixpoint starts (u : list letter) (i : N) (c : captures) : captures :=
  match u with
  | [] => c
  | (_, x) :: u' => starts u' (i + 1) (if x <? 7 then store x (i + 1) c else c)
  end.

Section Runs.
Variable m : machine.
Variable n : names.
Variable h : shortcuts.
Variable g : node.

(* Every step leads to a state, and no mark looks like a note. *)
Definition ok_steps : bool :=
  if start m <? states h then
    forallb (fun q => every (fun b =>
      let (t, mark) := next m q b in if t <? states h then mark <? 7 else false)) (all_states h)
  else false.

Record Runs (w : bytes) (end_ q : N) (c : captures) : Prop := {
  (* The loop accepts what the grammar derives. *)
  run_accepts : (N.to_nat end_ = length w /\ accepting m q = true) <-> derives g w;
  (* It stops after the longest prefix that begins a string. *)
  run_stops : forall k, (k <= length w)%nat -> (begins g (firstn k w) <-> (k <= N.to_nat end_)%nat);
  (* The tag there and the captures are those of the reading of that prefix. *)
  run_reading : exists u, map fst u = firstn (N.to_nat end_) w /\ (exists z, reads g (u ++ z)) /\
    tag m q = place n u /\ c = starts u 0 [];
}.

Lemma step_ok : ok_steps = true -> forall q b, q < states h ->
  fst (next m q b) < states h /\ snd (next m q b) < 7.
Proof.
  unfold ok_steps. destruct (N.ltb_spec (start m) (states h)); [|discriminate]. intros H0 q b Hq.
  assert (I : List.In q (all_states h)).
  { apply in_map_iff. exists (N.to_nat q). rewrite Nnat.N2Nat.id. split; auto. apply in_seq. lia. }
  eapply forallb_forall in H0; [|exact I]. cbn beta in H0. pose proof (every_all _ H0 b) as X. cbn beta in X.
  destruct (next m q b) as [t k]. cbn [fst snd]. destruct (N.ltb_spec t (states h)); [|discriminate].
  apply N.ltb_lt in X. auto.
Qed.

Lemma starts_note : forall s t k i c, k < 7 ->
  (if note m n s t k <? 7 then store (note m n s t k) i c else c) = store k i c.
Proof.
  intros s t k i c Hk. unfold note. destruct (N.eqb_spec k 0) as [->|K].
  - unfold store. cbn [N.eqb]. destruct (tag m t =? escape n); [reflexivity|].
    destruct (tag m s =? part n 0); [|reflexivity]. destruct (tag m t =? part n 7); reflexivity.
  - destruct (N.ltb_spec k 7); [reflexivity|lia].
Qed.

Lemma stepping_trail : ok_steps = true -> forall w q i c, q < states h ->
  stepping m w i q c = let (u, e) := trail m n q w in (i + N.of_nat (length u), e, starts u i c).
Proof.
  intros Ok. induction w as [|b w IH]; intros q i c Hq; cbn [stepping trail].
  - cbn. rewrite N.add_0_r; auto.
  - destruct (step_ok Ok q b Hq) as (Ht & Hk). unfold next in *.
    destruct (step m q (class m b)) as [t k]. cbn [fst snd] in *.
    destruct (N.eqb_spec t 0); [cbn; rewrite N.add_0_r; auto|].
    rewrite (IH t (i + 1) _ Ht). destruct (trail m n t w) as [u e]. cbn [starts length].
    rewrite starts_note by auto. f_equal. f_equal. lia.
Qed.

(* What leads where stepping leads does that. *)
Theorem same_runs : Reads m n g -> ok_steps = true ->
  forall w x, same m x (stepping m w 0 (start m) []) -> let '(end_, q, c) := x in Runs w end_ q c.
Proof.
  intros R S w x H.
  assert (S0 : start m < states h).
  { unfold ok_steps in S. destruct (N.ltb_spec (start m) (states h)); [auto|discriminate]. }
  rewrite (stepping_trail S w _ 0 [] S0) in H.
  pose proof (same_strings _ _ _ R w) as A. pose proof (same_offset _ _ _ R w) as O.
  pose proof (same_place _ _ _ R w) as P. pose proof (same_prefix _ _ _ R w) as X. cbv zeta in X.
  unfold accepts in A.
  destruct (trail m n (start m) w) as [u e] eqn:T. cbn [fst snd] in *.
  destruct x as [[end_ q] c]. destruct H as (-> & [Ha Ht] & ->).
  assert (E : N.to_nat (0 + N.of_nat (length u)) = length u) by lia.
  destruct (trail_fst _ _ _ _ _ _ T) as (z & Z).
  split.
  - rewrite E, Ha, <- A. destruct (PeanoNat.Nat.eqb_spec (length u) (length w)); split; intros X1; try tauto; discriminate.
  - intros k Hk. rewrite E. apply O; auto.
  - exists u. rewrite E. split; [|split; [apply X|split; [congruence|auto]]].
    rewrite Z. replace (length u) with (length (map fst u)) by apply map_length.
    rewrite firstn_app, firstn_all, PeanoNat.Nat.sub_diag. cbn [firstn]. rewrite app_nil_r. auto.
Qed.
Theorem loop_runs : Reads m n g -> ok_steps = true -> ok_loop m h = true ->
  (forall q, accel h q <> 0 -> List.In q (all_states h)) ->
  forall w, let '(end_, q, c) := Run m h w in Runs w end_ q c.
Proof. intros R S L K w. apply same_runs; auto. apply Run_ok; auto. Qed.
Theorem vector_runs : Reads m n g -> ok_steps = true -> ok_loop m h = true -> ok_begin m h = true ->
  (forall q, accel h q <> 0 -> List.In q (all_states h)) ->
  forall w mem mask leads, Right h w mem mask leads ->
  (let '(end_, q, c) := RunVector m h mem mask leads w in Runs w end_ q c) /\
  (* Where begin comes to the end of the text, the grammar derives the text. *)
  (w <> [] -> let '(end_, _, _) := Begin m h mem mask leads (N.of_nat (length w)) in N.to_nat end_ = length w -> derives g w).
Proof.
  intros R S L B K w mem mask leads [M1 M2 M3]. split.
  - apply same_runs; auto. apply RunVector_ok; auto.
  - intros W. pose proof (Begin_ok m h mem mask leads L K B M2 M3 w M1) as H.
    destruct (Begin m h mem mask leads (N.of_nat (length w))) as [[end_ q] c]. destruct H as (_ & St & A).
    intros E. assert (E' : end_ = N.of_nat (length w)) by lia.
    assert (Z : end_ <> 0) by (destruct w; [tauto|cbn [length] in *; lia]).
    rewrite skipn_all2 in St by lia. cbn [stepping] in St.
    pose proof (same_runs R S w (end_, q, c)) as X. rewrite St in X. specialize (X (same_refl _ _)).
    apply (run_accepts _ _ _ _ X). auto.
Qed.
End Runs.
