(* Lemmas that turn the reading of a grammar into the words of a reader. *)

From Coq Require Import List NArith Bool Lia.
From Urn Require Import Abnf Check.
Import ListNotations.
Open Scope N_scope.

(* A string without notes, and a delimiter whose last byte starts component k. *)
Fixpoint mark (k : N) (d : bytes) : list letter :=
  match d with
  | [] => []
  | [b] => [(b, k)]
  | b :: d' => (b, 0) :: mark k d'
  end.

(* The place of component k: one past the byte whose note is k. *)
Fixpoint starts (k : N) (u : list letter) : option nat :=
  match u with
  | [] => None
  | (_, x) :: u' => if x =? k then Some 1%nat else option_map S (starts k u')
  end.

(* Nothing starts within. *)
Definition plain (u : list letter) : Prop := Forall (fun a => snd a = 0 \/ snd a = within) u.

(* A component that may be missing, after its delimiter. *)
Definition after (d : bytes) (x : option bytes) : bytes :=
  match x with None => [] | Some s => d ++ s end.
Definition if_any (P : bytes -> Prop) (x : option bytes) : Prop :=
  match x with None => True | Some s => P s end.

Lemma shape_mark : forall k u, shape 0 k u -> u = mark k (map fst u).
Proof.
  intros k u [->|(v & a & -> & H)]; auto.
  rewrite map_app. cbn [map fst]. induction H as [|[b x] v Hx H IH]; cbn in *; auto.
  subst x. destruct (map fst v ++ [a]) eqn:E.
  - destruct v; discriminate.
  - rewrite IH; auto.
Qed.
Lemma mark_shape : forall k d, shape 0 k (mark k d) /\ map fst (mark k d) = d.
Proof.
  induction d as [|b d [IH E]]; [split; [left|]; auto|].
  destruct d as [|c d].
  - split; auto. right. exists [], b; auto.
  - change (mark k (b :: c :: d)) with ((b, 0) :: mark k (c :: d)). split.
    + destruct IH as [H|(v & a & H & F)]; [rewrite H in E; discriminate|].
      right. exists ((b, 0) :: v), a. rewrite H. split; auto.
    + cbn [map fst]. rewrite E; auto.
Qed.

Lemma reads_plain : forall g u, forallb (fun x => (x =? 0) || (x =? within))%bool (notes g) = true ->
  reads g u -> plain u.
Proof.
  intros g u H R. apply reads_notes in R. eapply Forall_impl; [|exact R]. cbn. intros a Ha.
  eapply forallb_forall in H; [|exact Ha]. apply orb_true_iff in H.
  destruct H as [H|H]; apply N.eqb_eq in H; auto.
Qed.

Lemma reads_opt : forall g u, reads (Opt g) u <-> u = [] \/ reads g u.
Proof.
  intros g u. cbn [reads Opt]. split.
  - intros ([|v [|w l]] & -> & F & C); auto.
    + inversion F; subst. right. cbn. rewrite app_nil_r; auto.
    + unfold count in C; cbn in C; lia.
  - intros [->|H].
    + exists []. repeat split; auto; cbn; lia.
    + exists [u]. cbn. rewrite app_nil_r. repeat split; auto; cbn; lia.
Qed.
Lemma derives_opt : forall g w, derives (Opt g) w <-> w = [] \/ derives g w.
Proof.
  intros g u. cbn [derives Opt]. split.
  - intros ([|v [|w l]] & -> & F & C); auto.
    + inversion F; subst. right. cbn. rewrite app_nil_r; auto.
    + unfold count in C; cbn in C; lia.
  - intros [->|H].
    + exists []. repeat split; auto; cbn; lia.
    + exists [u]. cbn. rewrite app_nil_r. repeat split; auto; cbn; lia.
Qed.

(* A quoted string without letters derives itself. *)
Lemma octet_only : forall n w, (n <? 256) = true -> inside [(97, 122)] (N.lor n 32) = false ->
  derives (Octet (fold n)) w -> map to_N w = [n].
Proof.
  intros n w Hn Hf (b & -> & H). unfold fold in H. rewrite Hf in H. cbn in H.
  destruct (N.leb_spec n (to_N b)); [|discriminate].
  destruct (N.leb_spec (to_N b) n); [|discriminate]. cbn. f_equal. lia.
Qed.
Lemma to_N_inj : forall u w, map to_N u = map to_N w -> u = w.
Proof.
  induction u as [|a u IH]; intros [|b w] H; try discriminate; auto.
  inversion H as [[E E']]. apply IH in E'. subst. f_equal.
  assert (X : of_N (to_N a) = of_N (to_N b)) by congruence.
  rewrite !of_to_N in X. congruence.
Qed.

Lemma starts_app : forall k u v, plain u -> k <> 0 -> k <> within ->
  starts k (u ++ v) = option_map (Nat.add (length u)) (starts k v).
Proof.
  induction u as [|[b x] u IH]; cbn [app starts length]; intros v P K K'.
  - destruct (starts k v); auto.
  - inversion P; subst; cbn in *. destruct (N.eqb_spec x k).
    + subst; destruct H1; congruence.
    + rewrite IH; auto. destruct (starts k v); auto.
Qed.
