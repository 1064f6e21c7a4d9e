(* The tables of internal/dfa, and the machines that they are. *)

From Coq Require Import List NArith Bool FMapPositive.
From Urn Require Import Abnf Check.
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
