(* The tables of internal/dfa, and the machines that they are. *)

From Coq Require Import List NArith Bool Lia FMapPositive.
From Urn Require Import Abnf Check Loop Begin Lines Runs.
Import ListNotations.
Open Scope N_scope.

Definition array := PositiveMap.t N.
Fixpoint table_from (i : positive) (l : list N) : array :=
  match l with
  | [] => PositiveMap.empty _
  | x :: l' => PositiveMap.add i x (table_from (Pos.succ i) l')
  end.
Definition table (l : list N) : array := table_from 1 l.
Definition sparse (l : list (N * N)) : array :=
  fold_right (fun p t => PositiveMap.add (N.succ_pos (fst p)) (snd p) t) (PositiveMap.empty _) l.
Definition get (t : array) (i : N) : N :=
  match PositiveMap.find (N.succ_pos i) t with Some x => x | None => 0 end.
Definition octet_of (n : N) : byte := match of_N n with Some b => b | None => x00 end.

(* dfa.Machine: the fields that say what it does. *)
Record tables := { t_class : array; t_next : array; t_info : array; t_start : N }.
Definition row : N := 32.
Definition accept : N := 128.
Definition machine_of (t : tables) : machine := {|
  class := fun b => get (t_class t) (to_N b);
  step := fun s c => let e := get (t_next t) (s * row + c) in (N.div e row, N.modulo e row);
  start := t_start t;
  accepting := fun s => accept <=? get (t_info t) s;
  tag := fun s => N.modulo (get (t_info t) s) accept;
|}.

(* dfa.Matcher. Its states are rows. *)
Record matcher := { m_class : array; m_next : array; m_start : N; m_final : N }.
Definition machine_of_matcher (t : matcher) : machine := {|
  class := fun b => get (m_class t) (to_N b);
  step := fun s c => (get (m_next t) (s + c), 0);
  start := m_start t;
  accepting := fun s => m_final t <=? s;
  tag := fun _ => 0;
|}.
Definition unspelled : names := {| escape := 255; part := fun k => if k =? 7 then 255 else 0 |}.

(* What the check is given. *)
Record hints := { h_class : array; h_reps : list byte; h_mclass : array; h_way : array }.
Definition checks (m : machine) (n : names) (ns : list N) (h : hints) (g : node) : bool :=
  check m n (fun b => get (h_class h) (to_N b)) (h_reps h) (fun k => get (h_mclass h) k) ns
    (fun s => octet_of (get (h_way h) s)) 24 g.
Lemma checks_reads : forall m n ns h g, checks m n ns h g = true -> Reads m n g.
Proof. intros m n ns h g H. eapply check_reads; exact H. Qed.

(* dfa.Machine: the fields that restate the tables. A word of four bytes is a list
   of pairs, the byte and the byte of the fold. *)
Record restated := {
  r_states : N; r_sets : array; r_lead : byte; r_accel : array;
  r_begin : N; r_prefix : list (N * N);
  r_max : N; r_last : N; r_chain : N; r_broken : N; r_delimiter : N; r_region : N; r_except : list (N * N); r_end : byte; r_lengths : N;
  r_delim : array; r_exits : list (N * exit);
}.
Definition no_exit : exit := {| x_state := 0; x_width := 0; x_mark := 0; x_first := 0; x_accel := 0 |}.
Definition exit_table (l : list (N * exit)) : PositiveMap.t exit :=
  fold_right (fun p t => PositiveMap.add (N.succ_pos (fst p)) (snd p) t) (PositiveMap.empty _) l.
Definition shortcuts_of (r : restated) : shortcuts :=
  let table := exit_table (r_exits r) in {|
  states := r_states r;
  set := fun k b => N.testbit (get (r_sets r) (to_N b)) k;
  lead := r_lead r;
  accel := fun q => if q <? r_states r then get (r_accel r) q else 0;
  begin := r_begin r;
  prefix := r_prefix r;
  h_max := r_max r; h_last := r_last r; chain := r_chain r; broken := r_broken r;
  delimiter := (N.div (r_delimiter r) row, N.modulo (r_delimiter r) row);
  region := r_region r;
  except := r_except r;
  h_end := r_end r; lengths := r_lengths r;
  delim := fun b => get (r_delim r) (to_N b);
  exits := fun i => match PositiveMap.find (N.succ_pos i) table with Some x => x | None => no_exit end;
|}.
Lemma known : forall r q, accel (shortcuts_of r) q <> 0 -> List.In q (all_states (shortcuts_of r)).
Proof.
  intros r q. cbn [accel shortcuts_of]. destruct (N.ltb_spec q (r_states r)) as [H|]; [|tauto]. intros _.
  apply in_map_iff. exists (N.to_nat q). rewrite Nnat.N2Nat.id. split; auto. apply in_seq. cbn [states shortcuts_of]. lia.
Qed.
Definition runs (m : machine) (r : restated) : bool :=
  if ok_steps m (shortcuts_of r) then ok_loop m (shortcuts_of r) else false.
Lemma runs_loop : forall m n r g, Reads m n g -> runs m r = true ->
  forall w, let '(end_, q, c) := Run m (shortcuts_of r) w in Runs m n g w end_ q c.
Proof.
  intros m n r g R H. unfold runs in H. destruct (ok_steps m (shortcuts_of r)) eqn:S; [|discriminate].
  apply loop_runs with (h := shortcuts_of r); auto. apply known.
Qed.
Lemma runs_begin : forall m n r g, Reads m n g -> runs m r = true -> ok_begin m (shortcuts_of r) = true ->
  forall w mem mask leads, let h := shortcuts_of r in Right h w mem mask leads ->
  (let '(end_, q, c) := RunVector m h mem mask leads w in Runs m n g w end_ q c) /\
  (w <> [] -> let '(end_, _, _) := Begin m h mem mask leads (N.of_nat (length w)) in N.to_nat end_ = length w -> derives g w).
Proof.
  intros m n r g R H B. unfold runs in H. destruct (ok_steps m (shortcuts_of r)) eqn:S; [|discriminate].
  apply vector_runs with (h := shortcuts_of r); auto. apply known.
Qed.
Lemma runs_lines : forall m n r g, Reads m n g -> runs m r = true -> ok_begin m (shortcuts_of r) = true -> ok_lines m (shortcuts_of r) = true ->
  forall mem mask leads, let h := shortcuts_of r in Right h [] mem mask leads ->
  (forall fuel t last, t <= last -> consecutive m mem t (Lines m h mem mask leads fuel t last)) /\
  (* The grammar derives a line that is accepted, and its captures are those of the reading. *)
  forall t lf c, told m mem t lf (Accepted c) ->
    let w := tail mem (lineEnd mem t lf) t in derives g w /\ exists q, Runs m n g w (N.of_nat (length w)) q c.
Proof.
  intros m n r g R H B O mem mask leads h M. unfold runs in H. destruct (ok_steps m (shortcuts_of r)) eqn:S; [|discriminate].
  split.
  - apply Lines_ok; auto. apply known.
  - intros t lf c (q & A & E) w. unfold from in E. rewrite N.sub_diag in E. fold w in E.
    assert (Len : N.of_nat (length w) = lineEnd mem t lf - t) by (unfold w; rewrite tail_length, Nnat.N2Nat.id; auto).
    pose proof (same_runs m n h g R S w _ (same_refl m _)) as X. rewrite E in X.
    rewrite Len. split; [|exists q; exact X].
    apply (run_accepts _ _ _ _ _ _ _ X). split; auto. rewrite <- Len. apply Nnat.Nat2N.id.
Qed.
