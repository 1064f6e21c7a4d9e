(* ABNF as data, and what it derives.

   A node is the right-hand side of a rule. The generator prints each rule of
   testdata/abnf and testdata/namespace as a definition of this type. *)

From Coq Require Import List NArith Bool.
From Coq Require Export Strings.Byte.
From Coq Require String Ascii.
Import ListNotations.
Open Scope N_scope.

Definition ranges := list (N * N).

Fixpoint inside (r : ranges) (b : N) : bool :=
  match r with
  | [] => false
  | (lo, hi) :: r' => if lo <=? b then if b <=? hi then true else inside r' b else inside r' b
  end.

Inductive node :=
| Octet (r : ranges)                             (* one octet of the ranges *)
| Empty                                          (* the empty string *)
| Seq (a b : node)                               (* a b *)
| Or (a b : node)                                (* a / b *)
| Rep (min : nat) (more : option nat) (a : node) (* at least min, at most min + more *)
| Less (a b : node)                              (* what "=- b" leaves of a *)
(* Two notes for the reading of a string. They do not change what is derived. *)
| Start (k : N) (a : node)                       (* component k starts after a *)
| Escape (a : node).                             (* an escape *)

Definition Opt (a : node) : node := Rep 0 (Some 1%nat) a.

(* Quoted strings: Text is in either case, Exact is not. *)
Definition fold (n : N) : ranges :=
  let l := N.lor n 32 in
  if inside [(97, 122)] l then [(l - 32, l - 32); (l, l)] else [(n, n)].
Fixpoint Text (s : String.string) : node :=
  match s with
  | String.EmptyString => Empty
  | String.String c s' =>
    match s' with
    | String.EmptyString => Octet (fold (Ascii.N_of_ascii c))
    | _ => Seq (Octet (fold (Ascii.N_of_ascii c))) (Text s')
    end
  end.
Fixpoint Exact (s : list N) : node :=
  match s with
  | [] => Empty
  | [n] => Octet [(n, n)]
  | n :: s' => Seq (Octet [(n, n)]) (Exact s')
  end.

Definition bytes := list byte.

(* n is at least min and at most min + more. *)
Definition count (min : nat) (more : option nat) (n : nat) : Prop :=
  (min <= n)%nat /\ match more with None => True | Some m => (n <= min + m)%nat end.

(* The strings that a node derives. *)
Fixpoint derives (n : node) (w : bytes) : Prop :=
  match n with
  | Octet r => exists b, w = [b] /\ inside r (to_N b) = true
  | Empty => w = []
  | Seq a b => exists u v, w = u ++ v /\ derives a u /\ derives b v
  | Or a b => derives a w \/ derives b w
  | Rep min more a => exists l, w = concat l /\ Forall (derives a) l /\ count min more (length l)
  | Less a b => derives a w /\ ~ derives b w
  | Start _ a => derives a w
  | Escape a => derives a w
  end.

(* The readings. A letter is a byte with a note. The note is k if component k
   starts after the byte. It is 8 if the byte lies within an escape and is not
   its last byte. Otherwise it is 0. *)
Definition letter := (byte * N)%type.
Definition within : N := 8.

(* All notes are x, except the last, which is y. *)
Definition shape {A} (x y : N) (u : list (A * N)) : Prop :=
  u = [] \/ exists v a, u = v ++ [(a, y)] /\ Forall (fun l => snd l = x) v.

Fixpoint reads (n : node) (u : list letter) : Prop :=
  match n with
  | Octet r => exists b, u = [(b, 0)] /\ inside r (to_N b) = true
  | Empty => u = []
  | Seq a b => exists v w, u = v ++ w /\ reads a v /\ reads b w
  | Or a b => reads a u \/ reads b u
  | Rep min more a => exists l, u = concat l /\ Forall (reads a) l /\ count min more (length l)
  | Less a b => reads a u /\ ~ derives b (map fst u)
  | Start k a => derives a (map fst u) /\ shape 0 k u
  | Escape a => derives a (map fst u) /\ shape within 0 u
  end.

(* A string with a reading is derived, and a derived string has a reading. *)

Lemma concat_map_fst : forall l : list (list letter), map (@fst byte N) (concat l) = concat (map (map fst) l).
Proof. intros. apply concat_map. Qed.

Lemma reads_derives : forall n u, reads n u -> derives n (map fst u).
Proof.
  induction n; simpl; intros u H.
  - destruct H as [b [-> H]]. exists b; auto.
  - subst; auto.
  - destruct H as (v & w & -> & Ha & Hb). exists (map fst v), (map fst w). rewrite map_app; auto.
  - destruct H; auto.
  - destruct H as (l & -> & Hl & Hc). exists (map (map fst) l).
    rewrite concat_map_fst, map_length. repeat split; try apply Hc.
    apply Forall_map. eapply Forall_impl; [|exact Hl]. auto.
  - destruct H; auto.
  - apply H.
  - apply H.
Qed.

Lemma shape_ex : forall x y (w : bytes), exists u, map fst u = w /\ shape x y u.
Proof.
  intros x y w. pattern w. apply rev_ind; clear w.
  - exists []; split; auto; left; auto.
  - intros b w _. exists (map (fun b => (b, x)) w ++ [(b, y)]). split.
    + rewrite map_app, map_map; simpl. rewrite map_id; auto.
    + right. exists (map (fun b => (b, x)) w), b. split; auto.
      apply Forall_forall. intros a Ha. apply in_map_iff in Ha. destruct Ha as (? & <- & _); auto.
Qed.

Lemma derives_reads : forall n w, derives n w -> exists u, map fst u = w /\ reads n u.
Proof.
  induction n; simpl; intros w H.
  - destruct H as [b [-> H]]. exists [(b, 0)]; split; auto. exists b; auto.
  - subst; exists []; auto.
  - destruct H as (v & x & -> & Ha & Hb).
    destruct (IHn1 _ Ha) as (u1 & <- & R1), (IHn2 _ Hb) as (u2 & <- & R2).
    exists (u1 ++ u2). rewrite map_app; split; auto. exists u1, u2; auto.
  - destruct H as [H|H]; [destruct (IHn1 _ H) as (u & E & R)|destruct (IHn2 _ H) as (u & E & R)];
      exists u; auto.
  - destruct H as (l & -> & Hl & Hc).
    assert (exists L, map (map fst) L = l /\ Forall (reads n) L) as (L & <- & HL).
    { clear Hc. induction Hl.
      - exists []; auto.
      - destruct IHHl as (L & <- & HL), (IHn _ H) as (u & <- & R). exists (u :: L); auto. }
    exists (concat L). rewrite concat_map_fst; split; auto. exists L.
    rewrite map_length in Hc. auto.
  - destruct H as [H H']. destruct (IHn1 _ H) as (u & <- & R). exists u; auto.
  - destruct (shape_ex 0 k w) as (u & <- & S). exists u; auto.
  - destruct (shape_ex within 0 w) as (u & <- & S). exists u; auto.
Qed.

(* The notes that occur in readings. *)
Fixpoint notes (n : node) : list N :=
  match n with
  | Octet _ | Empty => [0]
  | Seq a b | Or a b => notes a ++ notes b
  | Rep _ _ a | Less a _ => notes a
  | Start k _ => [0; k]
  | Escape _ => [0; within]
  end.

Lemma shape_notes : forall x y (u : list letter) l, In x l -> In y l -> shape x y u ->
  Forall (fun a => In (snd a) l) u.
Proof.
  intros x y u l Hx Hy [->|(v & a & -> & Hv)]; auto.
  apply Forall_app; split; [|repeat constructor; auto].
  eapply Forall_impl; [|exact Hv]. simpl; intros ? ->; auto.
Qed.

Lemma reads_notes : forall n u, reads n u -> Forall (fun a => In (snd a) (notes n)) u.
Proof.
  assert (W : forall (l1 l2 : list N) (u : list letter),
    (forall x, In x l1 -> In x l2) -> Forall (fun a => In (snd a) l1) u -> Forall (fun a => In (snd a) l2) u).
  { intros. eapply Forall_impl; [|eassumption]. simpl; auto. }
  induction n; cbn [reads notes]; intros u H.
  - destruct H as [b [-> H]]. repeat constructor.
  - subst; auto.
  - destruct H as (v & w & -> & Ha & Hb). apply Forall_app; split.
    + eapply W; [|apply IHn1; auto]. intros; apply in_or_app; auto.
    + eapply W; [|apply IHn2; auto]. intros; apply in_or_app; auto.
  - destruct H; [eapply W; [|apply IHn1; auto]|eapply W; [|apply IHn2; auto]]; intros; apply in_or_app; auto.
  - destruct H as (l & -> & Hl & Hc). clear Hc. induction Hl; simpl; auto. apply Forall_app; auto.
  - apply IHn1, H.
  - eapply shape_notes; [| |apply H]; simpl; auto.
  - eapply shape_notes; [| |apply H]; simpl; auto.
Qed.
